-- no-transaction
-- Deleting an attempt looks for its invoices of every kind, which the indexes by kind do not answer.
create index concurrently if not exists invoices_of_attempt on invoices (attempt_id);
