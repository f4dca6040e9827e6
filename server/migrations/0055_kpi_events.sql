-- What members who allow analytics did on the way to a purchase and elsewhere, as the browser says.
create table kpi_events (
  member_id uuid not null references members (id) on delete cascade,
  id uuid not null,
  brand_id text not null,
  name text not null,
  value text not null,
  level smallint not null,
  flow_id text not null,
  created_at timestamptz not null,
  primary key (member_id, id)
);
