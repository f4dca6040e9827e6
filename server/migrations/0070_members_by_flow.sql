-- no-transaction
create index concurrently if not exists members_by_flow on members (brand_id, flow_id) where (state = 'active');
create index concurrently if not exists subscriptions_by_plan on subscriptions (brand_id, flow_id, plan_id) where (state in ('active', 'past_due', 'cancelled'));
