-- no-transaction
-- The number that members read is the end of the order's id (contract/src/order-number.ts).
create index concurrently if not exists payment_attempts_number on payment_attempts (brand_id, "right"(id::text, 10));
