-- Searches that a member keeps: what they ask of others and where, and when they last looked.
create table saved_searches (
  member_id uuid not null references members (id) on delete cascade,
  id uuid not null,
  -- Null: it is called by what it asks.
  name text check (name <> '' and length(name) <= 60),
  filters jsonb not null check (jsonb_typeof(filters) = 'object'),
  -- Null: where they live.
  region_id integer references geo_regions (id),
  city_id integer references geo_cities (id),
  seen_at timestamptz not null,
  created_at timestamptz not null,
  primary key (member_id, id),
  check (city_id is null or region_id is not null)
);
