-- What each plan cost, and when: a price of before is told from here or not at all (directive 98/6/EC, article 6a).
create table plan_prices (
  brand_id text not null,
  flow_id text not null,
  plan_id text not null,
  from_at timestamptz not null,
  until_at timestamptz check (until_at > from_at),
  total_minor integer not null check (total_minor >= 0),
  currency text not null,
  primary key (brand_id, flow_id, plan_id, from_at)
);
create unique index plan_prices_current on plan_prices (brand_id, flow_id, plan_id) where until_at is null;
