-- no-transaction
create index concurrently if not exists reports_by_flagger on reports (brand_id, flagger_id) where flagger_id is not null;
