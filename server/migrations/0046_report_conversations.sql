-- Where the attached messages are, so that they are read by key.
alter table reports add column conversation_id uuid;
