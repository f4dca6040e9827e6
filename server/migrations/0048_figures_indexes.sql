-- no-transaction
create index concurrently if not exists cases_opened on cases (brand_id, opened_at);
create index concurrently if not exists disputes_opened on disputes (brand_id, opened_at);
