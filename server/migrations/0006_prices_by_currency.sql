-- no-transaction
-- A plan has a price in each currency of its brand.
create unique index concurrently if not exists plan_prices_current_in on plan_prices (brand_id, flow_id, plan_id, currency) where until_at is null;
create unique index concurrently if not exists plan_prices_from on plan_prices (brand_id, flow_id, plan_id, currency, from_at);
