-- The figures of a day divided by one thing at a time: what the console draws, read as one range of the key.
create table kpi_slices (
  brand_id text not null,
  metric text not null check (metric <> ''),
  dimension text not null check (dimension in ('all', 'flow', 'source', 'campaign', 'country', 'region', 'gender', 'region_gender')),
  day date not null,
  value text not null,
  currency text not null,
  count integer not null check (count > 0),
  amount_minor bigint not null check (amount_minor >= 0),
  primary key (brand_id, metric, dimension, day, value, currency)
);
create index kpi_slices_day on kpi_slices (day);
insert into kpi_slices (brand_id, metric, dimension, day, value, currency, count, amount_minor)
select k.brand_id, k.metric, d.dimension, k.day, d.value, k.currency, sum(k.count), sum(k.amount_minor)
from kpi_days k cross join lateral (values ('all', ''), ('flow', k.flow_id), ('source', k.source),
  ('campaign', k.campid), ('country', k.country)) d(dimension, value)
group by k.brand_id, k.metric, d.dimension, k.day, d.value, k.currency;
