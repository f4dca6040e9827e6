-- A member's own data on request: one archive at a time, made by a job, kept for seven days.
create table data_exports (
  member_id uuid primary key references members (id) on delete cascade,
  id uuid not null unique,
  state text not null check (state in ('making', 'ready', 'failed')),
  done_parts integer not null default 0,
  all_parts integer not null default 0,
  size_bytes bigint,
  -- Where it was asked for, for the link in the mail.
  site_origin text not null,
  asked_at timestamptz not null,
  expires_at timestamptz,
  -- Of the last download that was allowed: the hash of its key, and until when that counts.
  key_hash bytea,
  key_until timestamptz,
  check ((state = 'ready') = (expires_at is not null))
);
