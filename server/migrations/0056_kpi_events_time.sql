-- no-transaction
-- Removed by age, as its neighbours (0054).
create index concurrently if not exists kpi_events_time on kpi_events using brin (created_at) with (pages_per_range = 32, autosummarize = on);
