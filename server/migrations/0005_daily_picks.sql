-- The people picked for a member on a day of theirs, in order. Decided once a day; nobody is picked twice while the row is kept.

create table daily_picks (
  member_id uuid not null,
  day date not null,
  place smallint not null,
  other_id uuid not null,
  created_at timestamptz not null,
  constraint daily_picks_pkey primary key (member_id, day, place),
  constraint daily_picks_member_id_other_id_key unique (member_id, other_id),
  constraint daily_picks_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint daily_picks_other_id_fkey foreign key (other_id) references members(id) on delete cascade,
  constraint daily_picks_place_check check (place between 1 and 5),
  constraint daily_picks_check check (member_id <> other_id)
);
create index daily_picks_other on daily_picks (other_id);
create index daily_picks_created on daily_picks (created_at);
