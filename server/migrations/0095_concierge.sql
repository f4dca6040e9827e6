-- What members ask the concierge, a program, and what it answers. Apart from the messages of members: none of it is ever counted,
-- listed or shown as a person's.
create table concierge_exchanges (
  member_id uuid not null references members (id) on delete cascade,
  seq integer not null check (seq > 0),
  client_message_id uuid not null,
  question text not null check (length(question) between 1 and 2000),
  state text not null check (state in ('writing', 'answered', 'failed')),
  answer text not null default '' check (length(answer) <= 4000),
  tries integer not null default 1 check (tries between 1 and 3),
  asked_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (member_id, seq),
  unique (member_id, client_message_id),
  check ((state = 'answered') = (answer <> ''))
);
create unique index concierge_exchanges_writing on concierge_exchanges (member_id) where state = 'writing';
create index concierge_exchanges_asked on concierge_exchanges (asked_at);
