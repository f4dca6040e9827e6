-- What a message carries instead of a text. It says so for good: also when the file is gone.
alter table messages add column media text;
alter table messages add constraint messages_media_check check (media in ('photo')) not valid;

-- Uploads for a conversation, and the message that sent them.
create table message_media (
  id uuid primary key,
  sender_id uuid not null references members (id) on delete cascade,
  -- Of the two it is for; there is one, since both have written.
  conversation_id uuid not null,
  -- Of its message; null until it is sent.
  seq integer,
  kind text not null check (kind in ('photo')),
  storage_key text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  thumbhash bytea not null,
  created_at timestamptz not null,
  unique (conversation_id, seq),
  -- They follow a conversation that gets another id, and go with its messages.
  foreign key (conversation_id, seq) references messages (conversation_id, seq) on update cascade on delete cascade
);
create index message_media_sender on message_media (sender_id);
create index message_media_unsent on message_media (sender_id) where seq is null;
