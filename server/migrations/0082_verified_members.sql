-- no-transaction
alter table members validate constraint members_verified_by;
-- For those who ask to see verified members only.
create index concurrently if not exists members_verified on members (id) where verified_at is not null;
