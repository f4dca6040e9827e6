-- no-transaction
-- The list's order again, with the distance that each member asks for and the city that decides it.
create index concurrently if not exists discovery_region_order on discovery_entries
  (pool_id, country, region_id, gender, seeks, is_new, active_at desc, member_id)
  include (asks_age_from, asks_age_to, asks_within_km, born_on, height_cm, intent, has_words, city_id);
create index concurrently if not exists discovery_country_order on discovery_entries
  (pool_id, country, gender, seeks, is_new, active_at desc, member_id)
  include (asks_age_from, asks_age_to, asks_within_km, born_on, height_cm, intent, has_words, city_id);
create index concurrently if not exists discovery_city_order on discovery_entries
  (pool_id, country, region_id, city_id, gender, seeks, is_new, active_at desc, member_id)
  include (asks_age_from, asks_age_to, asks_within_km, born_on, height_cm, intent, has_words);
drop index concurrently if exists discovery_in_region;
drop index concurrently if exists discovery_in_country;
drop index concurrently if exists discovery_in_city;
