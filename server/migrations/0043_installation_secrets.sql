-- Under which secrets the installation wrote, and when; the secrets themselves stand in its settings only.
create table installation_secrets (
  id text primary key check (length(id) = 8),
  -- Null: from the beginning.
  written_from timestamptz,
  written_until timestamptz not null
);
