-- no-transaction
-- What waits to be sent: the oldest of it is watched, and what has lost its job gets another.
create index concurrently if not exists emails_queued on emails (created_at) where state = 'queued';
