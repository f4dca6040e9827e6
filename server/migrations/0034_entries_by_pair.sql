-- no-transaction
create unique index concurrently if not exists discovery_entries_by_pair on discovery_entries (pool_id, country, region_id, member_id, gender, seeks);
