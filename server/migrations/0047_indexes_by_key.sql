-- no-transaction
-- Erasing a member looks for their address and their conversations, and read these tables through without.
create index concurrently if not exists inbox_conversation on inbox (conversation_id);
create index concurrently if not exists emails_address on emails (to_address);
create index concurrently if not exists emails_contact on emails (lower(props ->> 'email')) where kind = 'contact';
create index concurrently if not exists invitations_address on invitations (brand_id, email);
-- Swept by the hour.
create index concurrently if not exists former_emails_end on former_emails (kept_until);
-- The newest of somebody who has many are asked for at every load.
create index concurrently if not exists reactions_newest_likes on reactions (member_id, created_at desc) where kind = 'like';
create index concurrently if not exists visits_newest on visits (member_id, last_at desc);
