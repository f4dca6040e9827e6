-- What makes a case urgent in words, rules about it with their simulations, and photos that were removed.

-- Null while what is known of the member has not been counted since the case was opened or became more urgent.
alter table cases add column scored_at timestamptz;

-- A version is never changed: another wording is another version.
create table risk_rules (
  brand_id text not null,
  id uuid not null,
  version integer not null,
  name text not null,
  -- [{"signal", "is": "atLeast" | "atMost", "value"}]: all of them hold.
  conditions jsonb not null,
  effect text not null,
  -- First messages an hour, of a rule that slows.
  per_hour smallint,
  state text not null default 'draft',
  -- `staff:ID`, or `shipped`.
  made_by text not null,
  made_at timestamptz not null,
  live_by text,
  live_at timestamptz,
  -- Until when it has looked at what members did.
  applied_until timestamptz,
  constraint risk_rules_pkey primary key (brand_id, id, version),
  constraint risk_rules_name_check check (char_length(name) between 1 and 80),
  constraint risk_rules_version_check check (version > 0),
  constraint risk_rules_effect_check check (effect in ('queue', 'slow')),
  constraint risk_rules_per_hour_check check ((effect = 'slow') = (per_hour is not null) and per_hour between 1 and 60),
  constraint risk_rules_state_check check (state in ('draft', 'simulated', 'live', 'off')),
  constraint risk_rules_live_check check ((live_at is null) = (live_by is null) and (state <> 'live' or live_at is not null)),
  -- What limits members is read by two people.
  constraint risk_rules_another_check check (effect <> 'slow' or live_by is null or live_by <> made_by)
);
create unique index risk_rules_one_live on risk_rules (brand_id, id) where state = 'live';

create table risk_simulations (
  brand_id text not null,
  id uuid not null,
  rule_id uuid not null,
  version integer not null,
  asked_by text not null,
  asked_at timestamptz not null,
  -- Null while it runs.
  done_at timestamptz,
  failed boolean not null default false,
  -- Counts only; the members are in risk_hits.
  result jsonb,
  constraint risk_simulations_pkey primary key (brand_id, id),
  constraint risk_simulations_rule_fkey foreign key (brand_id, rule_id, version) references risk_rules(brand_id, id, version),
  constraint risk_simulations_done_check check (result is null or done_at is not null)
);
create unique index risk_simulations_one on risk_simulations (brand_id, rule_id, version) where done_at is null;
create index risk_simulations_rule on risk_simulations (brand_id, rule_id, asked_at);
create index risk_simulations_asked on risk_simulations (asked_at);

-- What a rule did about a member, and samples of what it would have done.
create table risk_hits (
  brand_id text not null,
  id uuid not null,
  rule_id uuid not null,
  version integer not null,
  member_id uuid not null,
  -- Null when the rule was live.
  simulation_id uuid,
  hit_at timestamptz not null,
  signals jsonb not null,
  constraint risk_hits_pkey primary key (brand_id, id),
  constraint risk_hits_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint risk_hits_simulation_fkey foreign key (brand_id, simulation_id) references risk_simulations(brand_id, id) on delete cascade
);
create index risk_hits_member on risk_hits (member_id, rule_id, hit_at);
create index risk_hits_rule on risk_hits (brand_id, rule_id, hit_at) where simulation_id is null;
create index risk_hits_simulation on risk_hits (brand_id, simulation_id) where simulation_id is not null;
create index risk_hits_age on risk_hits (hit_at);

-- How many conversations a member may begin in an hour, for a time.
create table first_message_limits (
  member_id uuid not null,
  rule_id uuid not null,
  per_hour smallint not null,
  from_at timestamptz not null,
  until_at timestamptz not null,
  -- What was begun since then.
  window_start timestamptz not null,
  begun smallint not null default 0,
  constraint first_message_limits_pkey primary key (member_id),
  constraint first_message_limits_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint first_message_limits_per_hour_check check (per_hour between 1 and 60),
  constraint first_message_limits_until_check check (until_at > from_at),
  constraint first_message_limits_begun_check check (begun >= 0)
);
create index first_message_limits_until on first_message_limits (until_at);

-- Pictures that were removed, without the member who sent them. The means find near ones by an index.
create table photo_bans (
  brand_id text not null,
  id uuid not null,
  -- The photo that was removed: a decision that is reversed ends it.
  photo_id uuid not null,
  hash bytea not null,
  mean smallint not null,
  mean_top smallint not null,
  reason text not null,
  banned_at timestamptz not null,
  constraint photo_bans_pkey primary key (brand_id, id),
  constraint photo_bans_photo_key unique (brand_id, photo_id),
  constraint photo_bans_reason_check check (reason in ('not_the_member', 'nudity', 'minor', 'unlawful', 'fraud'))
);
create index photo_bans_near on photo_bans (brand_id, mean, mean_top);
create index photo_bans_age on photo_bans (banned_at);
