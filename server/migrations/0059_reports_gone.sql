-- A report can end because the account or the content no longer exists.

alter table reports drop constraint reports_state_check;
alter table reports add constraint reports_state_check check (state in ('open', 'upheld', 'dismissed', 'gone')) not valid;
alter table moderation_decisions drop constraint moderation_decisions_verdict;
alter table moderation_decisions add constraint moderation_decisions_verdict check (verdict in ('upheld', 'dismissed', 'gone', 'published', 'refused', 'approved')) not valid;
