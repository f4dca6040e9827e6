-- What became of each mail, one row an event, whoever reported it: the relay when it took the mail, the mail provider later.
create table mail_events (
  brand_id text not null,
  id uuid not null,
  -- Null where the event names no mail of ours.
  email_id uuid,
  member_id uuid references members (id) on delete cascade,
  address_hash bytea not null check (octet_length(address_hash) = 32),
  kind text not null check (kind in ('delivered', 'delayed', 'failed', 'complained', 'unsubscribed')),
  class text check (class in ('hard', 'soft', 'policy')),
  code text check (char_length(code) <= 40),
  -- The server's words, without addresses.
  diagnostic text check (char_length(diagnostic) <= 200),
  source text not null check (source in ('smtp', 'mailgun')),
  event_key text not null check (char_length(event_key) between 1 and 200),
  created_at timestamptz not null,
  primary key (brand_id, id),
  -- A provider repeats an event until it is answered.
  unique (brand_id, source, event_key),
  check ((class is not null) = (kind in ('delayed', 'failed')))
);
create index mail_events_email on mail_events (email_id);
create index mail_events_member on mail_events (member_id);
create index mail_events_end on mail_events (created_at);

-- Addresses that do not exist: nothing is sent there until a link that was mailed there is used.
create table mail_addresses (
  brand_id text not null,
  address_hash bytea not null check (octet_length(address_hash) = 32),
  stopped_at timestamptz,
  stopped_why text check (stopped_why in ('bounced')),
  -- When such a link was used last: what bounced before does not count.
  confirmed_at timestamptz,
  primary key (brand_id, address_hash),
  check ((stopped_at is null) = (stopped_why is null))
);

-- An operator sent it again: from then on it is tried as long as a new one.
alter table emails add column requeued_at timestamptz;

alter table emails drop constraint emails_state_check;
alter table emails add constraint emails_state_check
  check (state in ('queued', 'sent', 'dead', 'withheld', 'bounced')) not valid;
