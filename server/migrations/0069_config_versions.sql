-- Versions of what a brand offers: flows, legal pages, saved answers. A second person approves exactly one content, which
-- the digest names. Without a live version the file in `brands/` counts.
create table config_versions (
  brand_id text not null,
  kind text not null check (kind in ('flow', 'legal', 'answers')),
  key text not null check (char_length(key) between 1 and 40),
  version integer not null check (version > 0),
  -- In the file's own format; a legal page's Markdown as a string.
  content jsonb not null,
  digest bytea not null check (octet_length(digest) = 32),
  state text not null default 'draft' check (state in ('draft', 'submitted', 'approved', 'live', 'past')),
  -- What is changed and why, for colleagues.
  note text not null default '' check (char_length(note) <= 500),
  -- Why it is a draft again.
  answer text check (char_length(answer) <= 500),
  made_by text not null check (made_by <> ''),
  made_at timestamptz not null,
  changed_by text not null check (changed_by <> ''),
  changed_at timestamptz not null,
  approved_by text,
  approved_at timestamptz,
  approved_digest bytea,
  -- Null: whenever a person publishes it.
  publish_at timestamptz,
  planned_by text,
  published_at timestamptz,
  published_by text,
  -- The version that was live before; null for the file.
  replaces integer,
  primary key (brand_id, kind, key, version),
  constraint config_versions_second_person check (approved_by <> made_by and approved_by <> changed_by),
  constraint config_versions_approved check (
    (approved_by is null) = (approved_digest is null) and (approved_by is null) = (approved_at is null)),
  constraint config_versions_digest check (
    state not in ('approved', 'live') or (approved_digest is not null and approved_digest = digest)),
  constraint config_versions_published check (
    (published_at is null) = (published_by is null) and (state <> 'live' or published_at is not null)),
  constraint config_versions_planned check (
    (publish_at is null) = (planned_by is null) and (publish_at is null or state = 'approved'))
);
create unique index config_versions_open on config_versions (brand_id, kind, key)
  where state in ('draft', 'submitted', 'approved');
create unique index config_versions_live on config_versions (brand_id, kind, key) where state = 'live';
create index config_versions_due on config_versions (publish_at) where state = 'approved' and publish_at is not null;
