-- What staff and commands did, one chain of hashes for each brand and one for the installation (`*`). The row of the head
-- is locked by each writer, so that the chain never forks.
create table audit_heads (
  brand_id text primary key,
  seq integer not null check (seq >= 0),
  hash bytea not null
);

create table audit_entries (
  brand_id text not null,
  seq integer not null check (seq > 0),
  id uuid not null unique,
  at timestamptz not null,
  staff_id uuid,
  command text,
  action text not null,
  subject_kind text not null,
  subject_id text,
  about_brand text,
  address text,
  detail text,
  sealed_for uuid,
  sealed text,
  previous bytea not null,
  hash bytea not null,
  primary key (brand_id, seq),
  check ((staff_id is null) <> (command is null)),
  check (sealed is null or sealed_for is not null)
);
create index audit_entries_by_staff on audit_entries (brand_id, staff_id, seq);
create index audit_entries_by_subject on audit_entries (brand_id, subject_id, seq);
create index audit_entries_by_member on audit_entries (brand_id, sealed_for, seq);
create index audit_entries_about_brand on audit_entries (brand_id, about_brand, seq);

-- Details about a member are sealed with a key of their own, which goes with them: the chain hashes the sealed text and
-- survives. Entries name the key, not the member.
create table audit_keys (
  member_id uuid primary key references members on delete cascade,
  id uuid not null unique,
  key bytea not null
);
