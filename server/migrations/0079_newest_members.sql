-- no-transaction
-- Who signed up since a moment, the newest first: what a saved search counts.
create index concurrently if not exists discovery_newest on discovery_entries
  (pool_id, country, region_id, gender, seeks, created_at desc);
