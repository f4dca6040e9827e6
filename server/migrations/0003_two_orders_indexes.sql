-- no-transaction
create index concurrently if not exists payment_attempts_refund_due on payment_attempts (refund_due_at, id) where flagged = 'paid_twice';
-- However often it is tried, what was paid twice is refunded once.
create unique index concurrently if not exists refunds_paid_twice_once on refunds (attempt_id) where reason = 'paid_twice';
create index concurrently if not exists card_tokens_expiry on card_tokens (expires_at) where removed_at is null;
