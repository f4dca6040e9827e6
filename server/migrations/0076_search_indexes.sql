-- no-transaction
-- The same order with what the list looks at in every row of it, so that a page and its count are read from the index alone.
create index concurrently if not exists discovery_in_region on discovery_entries
  (pool_id, country, region_id, gender, seeks, is_new, active_at desc, member_id)
  include (asks_age_from, asks_age_to, born_on, height_cm, intent, has_words, city_id);
create index concurrently if not exists discovery_in_country on discovery_entries
  (pool_id, country, gender, seeks, is_new, active_at desc, member_id)
  include (asks_age_from, asks_age_to, born_on, height_cm, intent, has_words);
drop index concurrently if exists discovery_by_region;
drop index concurrently if exists discovery_by_country;
create index concurrently if not exists discovery_in_city on discovery_entries
  (pool_id, country, region_id, city_id, gender, seeks, is_new, active_at desc, member_id)
  include (asks_age_from, asks_age_to, born_on, height_cm, intent, has_words);
