-- Links that take a change of email back, and that call a deletion off within its days of grace.
alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check check (purpose in
  ('confirm_email', 'reset_password', 'autologin', 'undo_email_change', 'keep_account'));
