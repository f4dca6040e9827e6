-- no-transaction
-- A message repeated by its sender is found, and refused, by 8 bytes of its sender and client id instead of 32.
create unique index concurrently if not exists messages_client on messages (conversation_id, uuid_hash_extended(client_message_id, uuid_hash_extended(sender_id, 0)));
