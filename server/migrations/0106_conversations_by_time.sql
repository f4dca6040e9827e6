-- no-transaction
create index concurrently if not exists conversations_time on conversations (created_at);
create index concurrently if not exists reactions_likes_time on reactions (created_at) where kind = 'like';
