-- no-transaction
create index concurrently if not exists members_of_brand on members (brand_id, id) where (state = 'active');
