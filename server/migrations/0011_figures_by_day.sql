-- Counts without the rows that they were made from, and so without persons (insight/rollups).
create table kpi_days (
  brand_id text not null,
  day date not null,
  metric text not null check (metric <> ''),
  flow_id text not null,
  source text not null,
  campid text not null,
  country text not null,
  currency text not null,
  count integer not null check (count > 0),
  amount_minor bigint not null check (amount_minor >= 0),
  primary key (brand_id, day, metric, flow_id, source, campid, country, currency)
);
create table kpi_counted (
  brand_id text not null,
  day date not null,
  counted_at timestamptz not null,
  sealed_at timestamptz,
  primary key (brand_id, day)
);
create table kpi_cohorts (
  brand_id text not null,
  week date not null check (extract(isodow from week) = 1),
  age smallint not null check (age between 0 and 12),
  metric text not null check (metric in ('signed_up', 'present', 'paid')),
  currency text not null,
  count integer not null check (count > 0),
  amount_minor bigint not null check (amount_minor >= 0),
  primary key (brand_id, week, age, metric, currency)
);
create table visit_days (
  brand_id text not null,
  day date not null,
  entry text not null,
  source text not null,
  campid text not null,
  flow_id text not null,
  country text not null,
  visits integer not null check (visits > 0),
  primary key (brand_id, day, entry, source, campid, flow_id, country)
);
create index kpi_days_day on kpi_days (day);
create index kpi_counted_day on kpi_counted (day);
create index kpi_cohorts_week on kpi_cohorts (week);
create index visit_days_day on visit_days (day);
