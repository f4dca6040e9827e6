-- no-transaction
-- At whom the job looks next.
create index concurrently if not exists members_absence on members (brand_id, absence_check_at, id)
  where state = 'active' and sample is null;
-- Processed webhook events that still have their whole body, oldest first.
create index concurrently if not exists payment_webhooks_bodies on payment_webhooks (received_at)
  where processed_at is not null and error is null and body ->> 'kind' <> 'hint';
