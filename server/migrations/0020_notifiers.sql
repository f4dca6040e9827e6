-- no-transaction
create index concurrently if not exists reports_notifier on reports (brand_id, notifier_hash) where notifier_hash is not null;
