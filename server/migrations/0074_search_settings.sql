-- What each member asks of others and where they look, and in the list what is asked of its members.
create table search_settings (
  member_id uuid primary key references members (id) on delete cascade,
  filters jsonb not null default '{}' check (jsonb_typeof(filters) = 'object'),
  -- The age range that the sign-up put there and the member has not touched: it holds for their own list alone.
  is_suggested boolean not null default false,
  -- Null: where they live.
  region_id integer references geo_regions (id),
  city_id integer references geo_cities (id),
  check (city_id is null or region_id is not null)
);

alter table discovery_entries
  add column city_id integer,
  -- The day on which the age they stated was zero.
  add column born_on date,
  add column height_cm smallint,
  add column intent text,
  add column interests text[] not null default '{}',
  add column has_words boolean not null default false,
  -- Ages that the member asks for; others are not shown to them, nor they to others.
  add column asks_age_from smallint not null default 18,
  add column asks_age_to smallint not null default 98,
  -- Whether others may know when they are here.
  add column shows_presence boolean not null default true;
