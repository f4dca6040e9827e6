-- The house's own marks -------------------------------------------------------------------------------------------

-- One row exists in a demo database and none in any other: what is made up hangs on it by a foreign key.
create table demo_installations (
  mark boolean primary key check (mark),
  loaded_at timestamptz not null,
  seed text not null
);

-- Private keys of the installation, sealed with SECRET_KEY; `utente` is encrypted to the newest.
create table server_keys (
  kid text primary key,
  purpose text not null check (purpose in ('signup')),
  sealed_private_jwk text not null,
  public_jwk jsonb not null,
  created_at timestamptz not null,
  retires_at timestamptz not null
);

-- Counters of the limits that must hold across processes.
create table limit_counters (
  bucket text not null,
  window_start timestamptz not null,
  hits integer not null check (hits > 0),
  primary key (bucket, window_start)
);

-- Geography (GeoNames, CC BY 4.0) ----------------------------------------------------------------------------------

create table geo_regions (
  id integer primary key,
  country char(2) not null,
  name text not null,
  unique (country, name)
);

create table geo_cities (
  id integer primary key,
  country char(2) not null,
  region_id integer not null references geo_regions (id),
  province text not null,
  name text not null,
  -- Lower case, accents folded: what a type-ahead compares with.
  name_folded text not null,
  latitude real not null,
  longitude real not null
);
create index geo_cities_prefix on geo_cities (country, name_folded text_pattern_ops);
create index geo_cities_region on geo_cities (region_id, name_folded);

-- Members ----------------------------------------------------------------------------------------------------------

create table members (
  id uuid primary key,
  brand_id text not null,
  pool_id text not null,
  clickid text not null,
  email text not null,
  password_hash text,
  screen_name text not null check (char_length(screen_name) between 1 and 40),
  gender text not null check (gender in ('man', 'woman')),
  seeks text not null check (seeks in ('man', 'woman')),
  age_stated smallint not null check (age_stated between 18 and 98),
  age_stated_on date not null,
  country char(2) not null,
  region_id integer references geo_regions (id),
  city_id integer references geo_cities (id),
  locale text not null check (locale in ('it', 'es', 'fr', 'en')),
  about text not null default '' check (char_length(about) <= 2000),
  looking_for text not null default '' check (char_length(looking_for) <= 2000),
  hair_color text check (hair_color in ('blond', 'brown', 'red', 'dark blond', 'black', 'dyed')),
  height_cm smallint check (height_cm between 100 and 250),
  weight_kg smallint check (weight_kg between 30 and 300),
  level smallint not null default 0 check (level between 0 and 2),
  level_until timestamptz,
  flow_id text not null,
  flow_version text not null,
  source text not null default 'direct',
  campid text,
  state text not null default 'active' check (state in ('active', 'deactivated', 'suspended', 'deleted')),
  email_confirmed_at timestamptz,
  verified_at timestamptz,
  -- True for a made-up member of the demo, null for a person. Without the demo's mark none can exist.
  sample boolean check (sample) references demo_installations (mark),
  welcome_gift_shown_at timestamptz,
  last_active_at timestamptz not null,
  created_at timestamptz not null
);
create index members_sample on members (id) where sample;

-- Reservations: what must be unique in a brand, apart from the members so that those can be sharded.
create table member_emails (
  brand_id text not null,
  email text not null check (email = lower(email)),
  member_id uuid not null references members (id) on delete cascade,
  primary key (brand_id, email)
);
create index member_emails_member on member_emails (member_id);
create table member_clickids (
  brand_id text not null,
  clickid text not null,
  member_id uuid not null references members (id) on delete cascade,
  primary key (brand_id, clickid)
);
create index member_clickids_member on member_clickids (member_id);

create table member_photos (
  member_id uuid not null references members (id) on delete cascade,
  id uuid not null,
  storage_key text not null,
  state text not null check (state in ('pending', 'approved', 'refused')),
  is_default boolean not null default false,
  created_at timestamptz not null,
  primary key (member_id, id)
);
create unique index member_photos_default on member_photos (member_id) where is_default;

create table consents (
  member_id uuid not null references members (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('terms', 'data', 'clauses', 'adult', 'promotion', 'third_party', 'renewal', 'immediate_start')),
  granted boolean not null,
  text_version text not null,
  locale text not null,
  given_at timestamptz not null,
  primary key (member_id, id)
);

-- Identity ---------------------------------------------------------------------------------------------------------

create table sessions (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  id uuid not null unique,
  member_id uuid not null references members (id) on delete cascade,
  brand_id text not null,
  device text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_member on sessions (member_id);
create index sessions_expiry on sessions (expires_at);

create table one_time_tokens (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  purpose text not null check (purpose in ('confirm_email', 'reset_password', 'autologin')),
  brand_id text not null,
  member_id uuid not null references members (id) on delete cascade,
  -- The address the link was sent to: a link outlives no change of it.
  email text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null
);
create index one_time_tokens_member on one_time_tokens (member_id, purpose);

-- Device signals seen at sign-up: keyed hashes, against abuse only, swept after 30 days.
create table signup_devices (
  brand_id text not null,
  signal_hash bytea not null,
  email_hash bytea not null,
  seen_at timestamptz not null,
  primary key (brand_id, signal_hash, email_hash)
);

-- Discovery --------------------------------------------------------------------------------------------------------

-- Who may be found: one row a visible member, kept by the members module in the transaction that changes them.
create table discovery_entries (
  pool_id text not null,
  country char(2) not null,
  region_id integer not null references geo_regions (id),
  member_id uuid not null references members (id) on delete cascade,
  gender text not null,
  seeks text not null,
  is_new boolean not null,
  active_at timestamptz not null,
  created_at timestamptz not null,
  primary key (pool_id, country, region_id, member_id)
);
create index discovery_by_region on discovery_entries (pool_id, country, region_id, gender, seeks, is_new, active_at desc, member_id);
create index discovery_by_country on discovery_entries (pool_id, country, gender, seeks, is_new, active_at desc, member_id);
create index discovery_member on discovery_entries (member_id);
create index discovery_new on discovery_entries (created_at) where is_new;

create table reactions (
  member_id uuid not null references members (id) on delete cascade,
  other_id uuid not null references members (id) on delete cascade,
  kind text not null check (kind in ('like', 'dislike')),
  created_at timestamptz not null,
  primary key (member_id, other_id),
  check (member_id <> other_id)
);
create index reactions_received on reactions (other_id, member_id) where kind = 'like';

create table visits (
  member_id uuid not null references members (id) on delete cascade,
  other_id uuid not null references members (id) on delete cascade,
  last_at timestamptz not null,
  primary key (member_id, other_id)
);

-- Each block is two rows, one with each of the two: whoever looks reads only rows of their own.
create table blocks (
  member_id uuid not null references members (id) on delete cascade,
  other_id uuid not null references members (id) on delete cascade,
  made_by_me boolean not null,
  created_at timestamptz not null,
  primary key (member_id, other_id, made_by_me),
  check (member_id <> other_id)
);

create table notifications (
  member_id uuid not null references members (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('like', 'visit')),
  actor_id uuid not null references members (id) on delete cascade,
  answers_like boolean not null default false,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (member_id, id),
  unique (member_id, kind, actor_id)
);
create index notifications_unread on notifications (member_id, kind) where read_at is null;

create table reports (
  id uuid primary key,
  brand_id text not null,
  reporter_id uuid not null references members (id),
  reported_id uuid not null references members (id),
  reason text not null,
  body text,
  message_ids uuid[] not null default '{}',
  state text not null default 'open' check (state in ('open', 'upheld', 'dismissed')),
  created_at timestamptz not null
);

create table member_events (
  member_id uuid not null references members (id) on delete cascade,
  id uuid not null,
  kind text not null,
  other_id uuid,
  created_at timestamptz not null,
  primary key (member_id, id)
);

create table reviews (
  id uuid primary key,
  brand_id text not null,
  member_id uuid references members (id) on delete set null,
  author_name text not null,
  author_gender text not null check (author_gender in ('man', 'woman')),
  author_age smallint not null,
  stars smallint not null check (stars between 1 and 5),
  body text not null,
  locale text not null,
  state text not null check (state in ('pending', 'published', 'refused')),
  sample boolean check (sample) references demo_installations (mark),
  created_at timestamptz not null,
  -- A review comes from a member, or is marked as a sample.
  check (member_id is not null or sample)
);
create index reviews_published on reviews (brand_id) where state = 'published';

-- Outreach ---------------------------------------------------------------------------------------------------------

create table emails (
  id uuid primary key,
  brand_id text not null,
  member_id uuid references members (id) on delete cascade,
  kind text not null,
  to_address text not null,
  locale text not null,
  props jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'dead')),
  attempts smallint not null default 0,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index emails_member on emails (member_id);
create index emails_dead on emails (created_at) where state = 'dead';
