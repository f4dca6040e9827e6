-- The rows so far become the first partition of their table (0102): no id is later than two months from now. Proved in
-- 0101 without a lock that blocks anyone.
do $$
declare
  bound text := lpad(to_hex(extract(epoch from date_trunc('month', now() at time zone 'UTC') + interval '2 months')::bigint * 1000), 12, '0');
  name text;
begin
  foreach name in array array['emails', 'kpi_events', 'member_events'] loop
    execute format('alter table %I add constraint %I check (id < %L) not valid', name, name || '_before',
      rpad(bound, 32, '0')::uuid);
  end loop;
end $$;
