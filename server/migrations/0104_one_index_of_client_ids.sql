-- messages_client refuses the same.
alter table messages drop constraint messages_conversation_id_sender_id_client_message_id_key;
