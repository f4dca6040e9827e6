-- no-transaction
-- Lists of what moderators have decided, oldest first.
create index concurrently if not exists reports_decided on reports (brand_id, state, created_at, id) where state <> 'open';
create index concurrently if not exists reviews_decided on reviews (brand_id, state, created_at, id) where state <> 'pending' and sample is null;
-- Webhook events that match no payment, which `npm run payments -- list` shows.
create index concurrently if not exists payment_webhooks_stray on payment_webhooks (received_at) where error = 'no such payment';
-- Verifications in the order in which they are looked at.
create index concurrently if not exists photo_verifications_queue on photo_verifications (sent_at, id) where state = 'sent';
-- The start of a real installation asks whether there are any.
create index concurrently if not exists reviews_sample on reviews (id) where sample;
-- Sealed requests of payments in progress, which `npm run keys` counts and reseals.
create index concurrently if not exists payment_attempts_sealed on payment_attempts (id) where sealed_request is not null;
