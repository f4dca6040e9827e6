-- no-transaction
-- Movements are written in the order of their times, so an index of a few pages finds the newest.
create index concurrently if not exists ledger_transfers_time on ledger_transfers using brin (created_at) with (pages_per_range = 32, autosummarize = on);
