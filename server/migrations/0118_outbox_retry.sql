-- When an event whose delivery failed is due again; null while it has not failed.
alter table outbox add column retry_at timestamptz;
