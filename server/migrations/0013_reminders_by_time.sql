-- no-transaction
create index concurrently if not exists subscriptions_notice_due on subscriptions (notice_due_at) where renews and state = 'active';
