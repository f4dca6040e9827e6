-- A member who asked to be erased waits thirty days as 'deleting'. 'deleted' is the nameless row under which the conversations, or the
-- payments, of somebody who was erased go on (docs/decisions/006).
alter table members drop constraint members_state_check;
alter table members
  add column deletion_due_at timestamptz,
  add constraint members_state_check check (state in ('active', 'deactivated', 'suspended', 'deleting', 'deleted')),
  add constraint members_deletion_check check ((state = 'deleting') = (deletion_due_at is not null));
create index members_deletion_due on members (deletion_due_at) where state = 'deleting';

-- The link that proves a new address before it takes the place of the old one.
alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check check (purpose in
  ('confirm_email', 'reset_password', 'autologin', 'undo_email_change', 'keep_account', 'change_email'));

-- An address that was changed stays its member's while the change can be undone: nobody registers it meanwhile to stop that.
create table former_emails (
  brand_id text not null,
  email text not null check (email = lower(email)),
  member_id uuid not null references members (id) on delete cascade,
  changed_at timestamptz not null,
  kept_until timestamptz not null,
  primary key (brand_id, email)
);
create index former_emails_member on former_emails (member_id);

-- Browsers a member has signed in from, by a random number in a cookie. Hashed with the member, so that nothing tells of two members
-- that they share one.
create table member_devices (
  member_id uuid not null references members (id) on delete cascade,
  device_hash bytea not null check (octet_length(device_hash) = 32),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- When the member was written about it, where they were.
  told_at timestamptz,
  primary key (member_id, device_hash)
);
create index member_devices_last_seen on member_devices (last_seen_at);

-- What became of accounts, through whom and why. Rows are added, never changed; they go with the account.
create table account_changes (
  member_id uuid not null references members (id) on delete cascade,
  id uuid not null,
  change text not null check (change in ('deactivated', 'suspended', 'reactivated', 'deletion_asked', 'deletion_called_off', 'email_changed', 'email_change_undone')),
  made_by text not null check (made_by <> ''),
  reason text not null check (reason <> ''),
  created_at timestamptz not null,
  primary key (member_id, id)
);

-- A report outlives those it names, without their names.
alter table reports
  alter column reporter_id drop not null,
  alter column reported_id drop not null,
  drop constraint reports_reporter_id_fkey,
  drop constraint reports_reported_id_fkey,
  add constraint reports_reporter_id_fkey foreign key (reporter_id) references members (id) on delete set null,
  add constraint reports_reported_id_fkey foreign key (reported_id) references members (id) on delete set null;

-- Erasing looks for a member among what others did, and for their card in the notices about their payments.
create index member_events_other on member_events (other_id);
create index payment_webhooks_reference on payment_webhooks ((body #>> '{state,reference}'));
