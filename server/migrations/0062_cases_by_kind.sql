-- no-transaction
create index concurrently if not exists cases_kind on cases (brand_id, kind, risk desc, opened_at, id) where state = 'open';
