alter table reports add constraint reports_channel_check check (channel in ('member', 'public', 'flagger', 'authority')) not valid;
alter table reports add constraint reports_content_kind_check check (content_kind in ('photo', 'profile', 'message', 'voice', 'review', 'name')) not valid;
alter table reports add constraint reports_notifier_check check ((notifier is null) = (notifier_hash is null) and (notifier is null) = (notifier_locale is null)) not valid;
alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check check (purpose in ('confirm_email', 'reset_password', 'autologin', 'undo_email_change', 'keep_account', 'change_email', 'read_cases')) not valid;
