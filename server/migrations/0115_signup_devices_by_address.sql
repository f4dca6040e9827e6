-- no-transaction
-- Erasing a member finds the hash of their address; the primary key begins with the browser's.
create index concurrently if not exists signup_devices_address on signup_devices (email_hash);
