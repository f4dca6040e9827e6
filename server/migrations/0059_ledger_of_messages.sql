-- Erasing a member by a process of the version before asks for the constraint: its job comes again, by the new version.
alter table ledger_transfers drop constraint ledger_transfers_member_id_idempotency_key_key;
-- An entry is written under its wallet's lock, and taken out before the wallet is.
alter table ledger_transfers drop constraint ledger_transfers_member_id_fkey;
-- allow drop-function: the version before calls send_message
drop function chat_send(uuid, uuid, uuid, uuid, text, text, uuid, uuid, uuid, text, smallint, text, integer, integer, timestamptz);
