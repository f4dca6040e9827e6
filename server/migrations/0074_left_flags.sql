-- no-transaction
-- Found by the sweep that puts further reasons in the place of a first one that is gone; there are hardly ever any.
create index concurrently if not exists payment_attempts_left_flags on payment_attempts (id) where flagged is null and further_flags <> '[]'::jsonb;
