-- The mail that says a message waits: one for each conversation until its reader has opened it.
create table message_notices (
  member_id uuid not null references members (id) on delete cascade,
  conversation_id uuid not null references conversations (id) on delete cascade,
  -- The message that it was about; once that one is read, the next may bring another notice.
  seq integer not null check (seq > 0),
  primary key (member_id, conversation_id)
);
create index message_notices_conversation on message_notices (conversation_id);

-- Where a report was made: the mail about its outcome leads back there.
alter table reports add column site_origin text;
