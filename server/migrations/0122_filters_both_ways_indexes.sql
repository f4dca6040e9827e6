-- no-transaction
-- Fills the new column, some rows at a time, so that no one waits for more than those. It may run again.
do $$
declare last uuid
  := '00000000-0000-0000-0000-000000000000'
; begin
  loop
    with portion as (
      select member_id, not is_suggested and filters ?| array['height', 'intents'] as asks_more from search_settings
      where member_id > last order by member_id limit 1000
    ), filled as (
      update discovery_entries e set asks_more = true from portion where e.member_id = portion.member_id and portion.asks_more
    )
    select max(member_id::text)::uuid into last from portion
  ; commit
  ; exit when last is null
  ; end loop
; end $$;
-- The list's order again, with the new column.
create index concurrently if not exists discovery_region_both on discovery_entries
  (pool_id, country, region_id, gender, seeks, is_new, active_at desc, member_id)
  include (asks_age_from, asks_age_to, asks_within_km, asks_more, born_on, height_cm, intent, has_words, city_id);
create index concurrently if not exists discovery_country_both on discovery_entries
  (pool_id, country, gender, seeks, is_new, active_at desc, member_id)
  include (asks_age_from, asks_age_to, asks_within_km, asks_more, born_on, height_cm, intent, has_words, city_id);
create index concurrently if not exists discovery_city_both on discovery_entries
  (pool_id, country, region_id, city_id, gender, seeks, is_new, active_at desc, member_id)
  include (asks_age_from, asks_age_to, asks_within_km, asks_more, born_on, height_cm, intent, has_words);
drop index concurrently if exists discovery_region_order;
drop index concurrently if exists discovery_country_order;
drop index concurrently if exists discovery_city_order;
