alter table plan_prices drop constraint plan_prices_pkey, add constraint plan_prices_pkey primary key using index plan_prices_from;
drop index plan_prices_current;
