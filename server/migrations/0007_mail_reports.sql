-- What other mail servers report, read from a mailbox; mails that fail again and again without a final reason.
alter table mail_events
  drop constraint mail_events_source_check,
  add constraint mail_events_source check (source in ('smtp', 'mailgun', 'report')) not valid;
alter table mail_addresses
  add column soft_failures smallint not null default 0,
  add column soft_failed_at timestamptz,
  drop constraint mail_addresses_stopped_why_check,
  add constraint mail_addresses_stopped_why check (stopped_why in ('bounced', 'unreachable')) not valid;
create table mail_rates (
  brand_id text primary key,
  sent integer not null check (sent >= 0),
  bounced integer not null check (bounced >= 0),
  complained integer not null check (complained >= 0),
  measured_at timestamptz not null,
  stopped_at timestamptz,
  released_at timestamptz
);
