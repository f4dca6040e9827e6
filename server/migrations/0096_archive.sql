-- Copies of old books and evidence in the storage, one file a month and table.
create table archive_files (
  table_name text not null,
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  storage_key text not null unique,
  started_at timestamptz not null,
  finished_at timestamptz,
  rows integer check (rows >= 0),
  bytes bigint check (bytes > 0),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  primary key (table_name, month),
  check ((finished_at is null) = (sha256 is null) and (sha256 is null) = (rows is null) and (rows is null) = (bytes is null))
);

-- Files name members by a pseudonym made of this secret, so that they name nobody once the member is erased.
create table archive_keys (
  member_id uuid primary key references members(id) on delete cascade,
  secret uuid not null
);
