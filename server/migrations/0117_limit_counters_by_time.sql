-- no-transaction
-- The sweep deletes the oldest counters in batches; the primary key begins with the bucket.
create index concurrently if not exists limit_counters_window on limit_counters (window_start);
