-- How far the job came that finds whose free credits come back: through everybody, and through what was spent.
create table refill_progress (
  only_row boolean primary key default true check (only_row),
  -- Everybody up to here was looked at in this round; null at its beginning.
  after_member uuid,
  -- Up to when spending was looked at.
  spent_until timestamptz not null
);
