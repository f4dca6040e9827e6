-- no-transaction
create index concurrently if not exists refunds_by_provider on refunds (provider_ref) where provider_ref is not null;
