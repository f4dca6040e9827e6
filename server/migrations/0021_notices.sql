-- What members are notified of, and what they have chosen. A notice is one row, decided again when it is due.

create table notices (
  member_id uuid not null,
  event text not null,
  -- A conversation, a notification or an email.
  about uuid not null,
  -- Of a conversation: its first message that was unread.
  seq integer not null default 0,
  -- Until a channel was decided on: more of the same is not planned.
  planned boolean not null,
  -- Waits for the digest.
  held boolean not null default false,
  -- The channels that are not decided on.
  waiting text[] not null,
  happened_at timestamptz not null,
  due_at timestamptz not null,
  constraint notices_pkey primary key (member_id, event, about),
  constraint notices_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint notices_seq_check check (seq >= 0),
  constraint notices_waiting_check check (cardinality(waiting) <= 8),
  constraint notices_planned_check check (not planned or (cardinality(waiting) > 0 and not held))
);
create index notices_due on notices (due_at);

-- What was announced about conversations; jobs of the previous version are taken on by their name.
insert into notices (member_id, event, about, seq, planned, waiting, happened_at, due_at)
select member_id, 'message', conversation_id, seq, planned, case when planned then array['email'] else array[]::text[] end, now(), now()
from message_notices;

create table notification_choices (
  member_id uuid not null,
  event text not null,
  channel text not null,
  enabled boolean not null,
  changed_at timestamptz not null,
  constraint notification_choices_pkey primary key (member_id, event, channel),
  constraint notification_choices_member_id_fkey foreign key (member_id) references members(id) on delete cascade
);

create table notification_settings (
  member_id uuid not null,
  -- Minutes of the day; neither for none.
  quiet_from smallint,
  quiet_until smallint,
  time_zone text,
  digest text not null default 'off',
  paused_until timestamptz,
  discreet boolean not null default false,
  changed_at timestamptz not null,
  constraint notification_settings_pkey primary key (member_id),
  constraint notification_settings_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint notification_settings_quiet_check check (
    (quiet_from is null) = (quiet_until is null) and quiet_from <> quiet_until
    and quiet_from between 0 and 1439 and quiet_until between 0 and 1439),
  constraint notification_settings_time_zone_check check (length(time_zone) between 1 and 64),
  constraint notification_settings_digest_check check (digest in ('off', 'daily', 'weekly'))
);
