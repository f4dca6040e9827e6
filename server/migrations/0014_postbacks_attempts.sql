-- no-transaction
create index concurrently if not exists payment_attempts_created on payment_attempts (brand_id, created_at);
