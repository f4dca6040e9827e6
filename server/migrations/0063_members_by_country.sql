-- no-transaction
create index concurrently if not exists members_country on members (brand_id, country);
