-- no-transaction
-- When a term is over: the job that ends terms reads those that have ended, and none that is in its grace period.
create index concurrently if not exists subscriptions_end on subscriptions
  ((case when state = 'cancelled' or not renews then period_end else grace_until end), id)
  where state in ('active', 'past_due', 'cancelled');
