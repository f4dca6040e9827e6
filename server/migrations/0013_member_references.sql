-- Erasing a member looks for them in every table that names them: each such column leads an index.
drop index reactions_received;
create index reactions_other on reactions (other_id, member_id);
create index visits_other on visits (other_id);
create index blocks_other on blocks (other_id);
create index notifications_actor on notifications (actor_id);
create index reports_reporter on reports (reporter_id);
create index reports_reported on reports (reported_id);
create index reviews_member on reviews (member_id);
create index conversations_low on conversations (low_id);
create index conversations_high on conversations (high_id);
create index subscriptions_member on subscriptions (member_id);
