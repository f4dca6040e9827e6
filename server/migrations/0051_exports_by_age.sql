-- no-transaction
create index concurrently if not exists data_exports_asked on data_exports (asked_at);
