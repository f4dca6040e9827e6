-- The plan to which a subscription changes when it renews, as agreed with the member: the plan, and the flow that priced it.
alter table subscriptions add column next_plan jsonb;
