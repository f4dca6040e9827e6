-- The first replies that a free member may read (decision 12.16): one in each of so many conversations.
create table clear_replies (
  member_id uuid not null references members (id) on delete cascade,
  conversation_id uuid not null,
  seq integer not null,
  -- Counts a member's from 1: two at once cannot both be the last.
  place integer not null check (place > 0),
  primary key (member_id, conversation_id),
  unique (member_id, place),
  foreign key (conversation_id, seq) references messages (conversation_id, seq) on update cascade on delete cascade
);
create index clear_replies_message on clear_replies (conversation_id, seq);
