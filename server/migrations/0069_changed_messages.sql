-- Until the other has read it, a message can be edited or withdrawn; of a withdrawn one the place and the time stay, not the text.
alter table messages add column reply_to integer;
alter table messages add column edited_at timestamptz;
alter table messages add column withdrawn_at timestamptz;

-- Messages that a member deleted for themselves alone.
create table hidden_messages (
  member_id uuid not null references members (id) on delete cascade,
  conversation_id uuid not null,
  seq integer not null,
  primary key (conversation_id, seq, member_id),
  -- They follow a conversation that gets another id, and go with its messages.
  foreign key (conversation_id, seq) references messages (conversation_id, seq) on update cascade on delete cascade
);
create index hidden_messages_member on hidden_messages (member_id);

create table message_reactions (
  member_id uuid not null references members (id) on delete cascade,
  conversation_id uuid not null,
  seq integer not null,
  kind text not null check (kind in ('heart', 'laugh', 'wow', 'sad', 'thumbs_up', 'fire')),
  created_at timestamptz not null,
  primary key (conversation_id, seq, member_id),
  foreign key (conversation_id, seq) references messages (conversation_id, seq) on update cascade on delete cascade
);
create index message_reactions_member on message_reactions (member_id);
