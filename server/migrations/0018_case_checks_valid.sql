alter table reports validate constraint reports_channel_check;
alter table reports validate constraint reports_content_kind_check;
alter table reports validate constraint reports_notifier_check;
alter table one_time_tokens validate constraint one_time_tokens_purpose_check;
