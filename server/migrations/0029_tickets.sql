-- What people write to support, and what support answers.

create table tickets (
  brand_id text not null,
  id uuid not null,
  member_id uuid,
  signed_in boolean not null,
  name text not null,
  email text not null,
  topic text not null,
  subject text not null,
  locale text not null,
  state text not null default 'open',
  assigned_to uuid,
  claimed_by uuid,
  claimed_until timestamptz,
  version integer not null default 1,
  opened_at timestamptz not null,
  waiting_since timestamptz,
  last_at timestamptz not null,
  first_answered_at timestamptz,
  constraint tickets_pkey primary key (brand_id, id),
  constraint tickets_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint tickets_state_check check (state in ('open', 'waiting', 'closed')),
  constraint tickets_waiting_check check ((state = 'open') = (waiting_since is not null)),
  constraint tickets_claimed_check check ((claimed_by is null) = (claimed_until is null)),
  constraint tickets_topic_check check (topic in ('service', 'account', 'payments', 'safety', 'privacy', 'other')),
  constraint tickets_name_check check (char_length(name) between 1 and 80),
  constraint tickets_subject_check check (char_length(subject) between 1 and 120)
);
create index tickets_open on tickets (brand_id, waiting_since, id) where state = 'open';
create index tickets_waiting on tickets (brand_id, last_at, id) where state = 'waiting';
create index tickets_closed on tickets (brand_id, last_at, id) where state = 'closed';
create index tickets_assigned on tickets (brand_id, assigned_to, last_at, id) where state <> 'closed';
create index tickets_answered on tickets (brand_id, first_answered_at) where first_answered_at is not null;
create index tickets_member on tickets (member_id);
create index tickets_email on tickets (brand_id, email);
create index tickets_last on tickets (last_at);

create table ticket_messages (
  brand_id text not null,
  ticket_id uuid not null,
  id uuid not null,
  member_id uuid,
  kind text not null,
  via text not null,
  author uuid,
  body text not null,
  quoted text,
  from_address text,
  subject text,
  left_out text[] not null default '{}',
  message_id text,
  source_hash bytea,
  created_at timestamptz not null,
  sent_at timestamptz,
  email_id uuid,
  undo jsonb,
  constraint ticket_messages_pkey primary key (brand_id, ticket_id, id),
  constraint ticket_messages_ticket_fkey foreign key (brand_id, ticket_id) references tickets(brand_id, id) on delete cascade,
  constraint ticket_messages_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint ticket_messages_kind_check check (kind in ('member', 'answer', 'note', 'automatic')),
  constraint ticket_messages_via_check check (via in ('form', 'mail', 'console')),
  constraint ticket_messages_author_check check ((author is not null) = (kind in ('answer', 'note'))),
  constraint ticket_messages_body_check check (char_length(body) between 1 and 20000),
  constraint ticket_messages_sent_check check (kind = 'answer' or (sent_at is null and email_id is null and undo is null)),
  constraint ticket_messages_undo_check check (sent_at is null or undo is null)
);
create unique index ticket_messages_source on ticket_messages (brand_id, ticket_id, source_hash) where source_hash is not null;
create index ticket_messages_member on ticket_messages (member_id);
