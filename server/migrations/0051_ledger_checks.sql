-- How far a check of the ledger came, so that it goes on there: `full` through everybody, `changes` through who moved credits.
create table ledger_checks (
  kind text primary key check (kind in ('full', 'changes')),
  -- Everybody up to here was looked at; null at the beginning.
  after_member uuid,
  -- Up to when movements were looked at.
  checked_until timestamptz,
  differences integer not null default 0,
  updated_at timestamptz not null
);
