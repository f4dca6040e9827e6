-- no-transaction
-- One member's notifications about another, by key: without it, reading one read all of a busy member's.
create index concurrently if not exists notifications_actor_member on notifications (actor_id, member_id);
drop index concurrently if exists notifications_actor;
