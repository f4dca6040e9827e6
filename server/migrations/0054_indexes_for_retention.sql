-- no-transaction
-- Rows come in the order of their times: an index of a few pages finds the oldest.
create index concurrently if not exists emails_time on emails using brin (created_at) with (pages_per_range = 32, autosummarize = on);
create index concurrently if not exists member_events_time on member_events using brin (created_at) with (pages_per_range = 32, autosummarize = on);
create index concurrently if not exists notifications_time on notifications using brin (created_at) with (pages_per_range = 32, autosummarize = on);
create index concurrently if not exists payment_webhooks_time on payment_webhooks using brin (received_at) with (pages_per_range = 32, autosummarize = on);
create index concurrently if not exists visits_time on visits using brin (last_at) with (pages_per_range = 32, autosummarize = on);
-- Swept by the hour.
create index concurrently if not exists one_time_tokens_end on one_time_tokens (expires_at);
create index concurrently if not exists signup_devices_seen on signup_devices (seen_at);
