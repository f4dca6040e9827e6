-- no-transaction
alter table postback_deliveries validate constraint postback_deliveries_id_check;
create unique index concurrently if not exists postback_deliveries_id on postback_deliveries (brand_id, id);
create index concurrently if not exists postback_deliveries_log on postback_deliveries (brand_id, created_at desc, id desc);
create index concurrently if not exists postback_deliveries_by_state on postback_deliveries (brand_id, state, created_at desc, id desc);
create index concurrently if not exists postback_deliveries_by_event on postback_deliveries (brand_id, event, created_at desc, id desc);
create index concurrently if not exists postback_deliveries_by_postback on postback_deliveries (brand_id, postback, created_at desc, id desc);
drop index concurrently if exists postback_deliveries_newest;
