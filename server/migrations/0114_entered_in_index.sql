-- no-transaction
create index concurrently if not exists discovery_entered on discovery_entries
  (pool_id, country, region_id, gender, seeks, entered_in) where entered_in is not null;
