-- no-transaction
create index concurrently if not exists members_created on members (brand_id, created_at);
create index concurrently if not exists members_confirmed on members (brand_id, email_confirmed_at) where email_confirmed_at is not null;
create index concurrently if not exists member_photos_created on member_photos (created_at);
create index concurrently if not exists payment_attempts_granted on payment_attempts (brand_id, granted_at) where granted_at is not null;
create index concurrently if not exists refunds_created on refunds (brand_id, created_at);
create index concurrently if not exists subscriptions_ended on subscriptions (brand_id, coalesce(grace_until, period_end)) where state = 'ended';
