-- What the service itself writes to a member: welcome, plans and credits, decisions of moderators. One writes there and the member
-- reads, so these are not conversations between two members. The words are made when it is read, in the reader's language.
create table system_messages (
  member_id uuid not null references members (id) on delete cascade,
  conversation text not null check (conversation in ('000000', '111111', 'admin')),
  seq integer not null check (seq > 0),
  id uuid not null,
  kind text not null,
  facts jsonb not null,
  created_at timestamptz not null,
  primary key (member_id, conversation, seq)
);

create table system_inbox (
  member_id uuid not null references members (id) on delete cascade,
  conversation text not null check (conversation in ('000000', '111111', 'admin')),
  last_seq integer not null check (last_seq > 0),
  last_at timestamptz not null,
  read_seq integer not null default 0,
  primary key (member_id, conversation),
  check (read_seq between 0 and last_seq)
);

-- Members of before have their welcome, too, as something they have seen.
insert into system_messages (member_id, conversation, seq, id, kind, facts, created_at)
  select id, '000000', 1, uuidv7(), 'benvenuto', '{}', created_at from members where state <> 'deleted' and sample is null;
insert into system_inbox (member_id, conversation, last_seq, last_at, read_seq)
  select member_id, conversation, seq, created_at, seq from system_messages;
