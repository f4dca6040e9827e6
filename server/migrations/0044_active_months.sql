-- How many members were there in a month: counted while it lasts, as the last visit of a member is all that is stored.
create table active_months (
  brand_id text not null,
  month date not null,
  members integer not null,
  counted_at timestamptz not null,
  constraint active_months_pkey primary key (brand_id, month),
  constraint active_months_first_check check (extract(day from month) = 1)
);
