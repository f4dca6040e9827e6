-- Newsletters of a brand. A second person approves exactly one content, which the digest names.
create table mailings (
  brand_id text not null,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 80),
  segment text not null check (char_length(segment) between 1 and 40),
  texts jsonb not null check (jsonb_typeof(texts) = 'object'),
  state text not null default 'draft'
    check (state in ('draft', 'submitted', 'approved', 'sending', 'sent', 'stopped')),
  -- Null: as soon as it is approved.
  starts_at timestamptz,
  made_by text not null check (made_by <> ''),
  made_at timestamptz not null,
  changed_by text not null check (changed_by <> ''),
  changed_at timestamptz not null,
  approved_by text,
  approved_at timestamptz,
  approved_digest bytea check (octet_length(approved_digest) = 32),
  begun_at timestamptz,
  ended_at timestamptz,
  ended_by text,
  -- The last member of the brand that was looked at, until all were.
  listed_to uuid,
  is_listed boolean not null default false,
  primary key (brand_id, id),
  constraint mailings_second_person check (approved_by <> made_by and approved_by <> changed_by),
  constraint mailings_approved check (
    (approved_by is null) = (approved_digest is null) and (approved_by is null) = (approved_at is null)),
  constraint mailings_unapproved check (state not in ('approved', 'sending', 'sent') or approved_by is not null),
  constraint mailings_begun check ((state in ('sending', 'sent')) <= (begun_at is not null))
);
create index mailings_changed on mailings (brand_id, changed_at desc, id desc);
create index mailings_running on mailings (brand_id, id) where state in ('approved', 'sending');

-- Which journeys run at a brand; one without a row does not.
create table journeys (
  brand_id text not null,
  journey text not null check (char_length(journey) between 1 and 40),
  is_on boolean not null,
  changed_by text not null check (changed_by <> ''),
  changed_at timestamptz not null,
  primary key (brand_id, journey)
);

-- A promotional mail to a member: of a mailing or a journey, once for what it is about.
create table promotions (
  member_id uuid not null references members (id) on delete cascade,
  source text not null check (char_length(source) between 1 and 40),
  -- The mailing; the subscription that ended; empty for what happens once.
  about text not null check (char_length(about) <= 40),
  brand_id text not null,
  state text not null default 'waiting' check (state in ('waiting', 'queued', 'sent', 'failed', 'dropped')),
  -- Why it was not sent.
  reason text check (char_length(reason) <= 40),
  created_at timestamptz not null,
  due_at timestamptz not null,
  -- It is not sent later than this.
  ends_at timestamptz not null,
  email_id uuid,
  queued_at timestamptz,
  -- Handed to the relay; a run that finds it set does not send again.
  sending_at timestamptz,
  sent_at timestamptz,
  primary key (member_id, source, about),
  constraint promotions_dropped check ((state = 'dropped') <= (reason is not null)),
  constraint promotions_queued check ((state in ('queued', 'sent', 'failed')) <= (email_id is not null and queued_at is not null)),
  constraint promotions_sent check ((state = 'sent') = (sent_at is not null))
);
create unique index promotions_email on promotions (email_id) where email_id is not null;
create index promotions_due on promotions (due_at) where state = 'waiting';
create index promotions_source on promotions (brand_id, source, about, state);
create index promotions_created on promotions (created_at);
