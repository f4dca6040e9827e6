-- What the claims count, per day: measured once the day is two days old, and never again.
create table measured_days (
  pool_id text not null,
  day date not null,
  primary key (pool_id, day)
);
create table received_by_day (
  pool_id text not null,
  day date not null,
  member_id uuid not null references members (id) on delete cascade,
  first_messages integer not null check (first_messages >= 0),
  likes integer not null check (likes >= 0),
  primary key (pool_id, day, member_id)
);
create index received_by_day_member on received_by_day (member_id);
create table answers_by_day (
  brand_id text not null,
  day date not null,
  sent integer not null check (sent >= 0),
  answered integer not null check (answered >= 0 and answered <= sent),
  primary key (brand_id, day)
);
