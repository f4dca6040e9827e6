-- no-transaction
create index concurrently if not exists disputes_decided on disputes (brand_id, updated_at desc, attempt_id desc) where state <> 'open';
