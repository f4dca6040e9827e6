-- Room on each page for the next versions of its rows: every message updates one of each (docs/decisions/014).
alter table inbox set (fillfactor = 70);
alter table wallets set (fillfactor = 70);
alter table conversations set (fillfactor = 80);
-- A message is written under its conversation's lock, by the function that has just numbered it.
alter table messages drop constraint messages_conversation_id_fkey;
