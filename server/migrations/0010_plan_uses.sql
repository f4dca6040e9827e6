-- When a member last read what only a plan opens: a withdrawal counts the days that were used.
create table plan_uses (
  member_id uuid primary key references members on delete cascade,
  last_at timestamptz not null
);
