-- no-transaction
-- What moderators look at: photos that wait, and refused ones after an appeal. Of approved ones there are too many.
create index concurrently if not exists member_photos_pending on member_photos (created_at, id)
  where state = 'pending' and removed_at is null;
create index concurrently if not exists member_photos_refused on member_photos (created_at, id)
  where state = 'refused' and removed_at is null;
-- Who decided about something last: an appeal is decided by another person.
create index concurrently if not exists moderation_decisions_subject_id on moderation_decisions (subject_id, created_at);
