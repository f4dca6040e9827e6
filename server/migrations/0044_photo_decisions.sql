-- Where the member uploaded the photo, for the link in the mail that says what was decided about it.
alter table member_photos add column site_origin text;
-- Photos are decided about, too.
alter table moderation_decisions add constraint moderation_decisions_subject
  check (subject in ('report', 'review', 'photo', 'verification')) not valid;
alter table moderation_decisions add constraint moderation_decisions_verdict
  check (verdict in ('upheld', 'dismissed', 'published', 'refused', 'approved')) not valid;
alter table moderation_decisions drop constraint moderation_decisions_subject_check;
alter table moderation_decisions drop constraint moderation_decisions_verdict_check;
