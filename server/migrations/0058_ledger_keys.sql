-- no-transaction
-- The entry of a paid message has the message's id for its own, which nothing can take twice: its key names no one movement (docs/decisions/017).
create unique index concurrently if not exists ledger_transfers_key on ledger_transfers (member_id, idempotency_key) where idempotency_key <> 'message';
