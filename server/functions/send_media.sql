-- Sends a message with an upload instead of a text: calls send_message and binds the upload to the message in one
-- transaction. Locks are taken on the sender's wallet, the upload, then as in send_message.
create or replace function send_media(
  p_conversation uuid, p_message uuid, p_transfer uuid, p_outbox uuid,
  p_brand text, p_pool text, p_sender uuid, p_recipient uuid, p_client_message uuid, p_body text,
  p_level smallint, p_first_account text, p_first_cost integer, p_next_cost integer, p_now timestamptz, p_followed boolean,
  p_media uuid, p_reply_to integer
) returns table (
  status text, message_id uuid, seq integer, sent_at timestamptz, icebreaker boolean, cost integer,
  messages_left integer, icebreakers_left integer, likes_left integer, recipient_unread integer,
  sender_name text, sender_photo uuid, sender_sample boolean
) language plpgsql as $$
#variable_conflict use_column
declare
  upload record;
  refusal text;
  sent record;
begin
  perform from wallets where member_id = p_sender for no key update;
  select a.kind, a.seq into upload from message_media a
    where a.id = p_media and a.sender_id = p_sender and a.conversation_id = p_conversation for update;
  refusal := case
    when not found
      or p_reply_to is not null
        and not exists (select from messages q where q.conversation_id = p_conversation and q.seq = p_reply_to)
      -- One upload is one message; the same one again is answered below.
      or upload.seq is not null and not exists (
        select from messages x
        where x.conversation_id = p_conversation and x.seq = upload.seq and x.client_message_id = p_client_message) then 'gone'
    when not exists (select from conversations c where c.id = p_conversation and c.low_wrote and c.high_wrote) then 'not_answered'
  end;
  if refusal is not null then
    return query select refusal, null::uuid, 0, p_now, false, 0, 0, 0, 0, 0, null::text, null::uuid, null::boolean; return;
  end if;
  select * into sent from send_message(p_conversation, p_message, p_transfer, p_outbox, p_brand, p_pool, p_sender, p_recipient,
    p_client_message, p_body, p_level, p_first_account, p_first_cost, p_next_cost, p_now, p_followed);
  if sent.status = 'sent' then
    update messages m set media = upload.kind, reply_to = p_reply_to where m.conversation_id = p_conversation and m.seq = sent.seq;
    update message_media a set seq = sent.seq where a.id = p_media;
  elsif sent.status = 'repeated' and sent.seq is distinct from upload.seq then
    sent.status := 'key_reused';
  end if;
  return query select sent.status, sent.message_id, sent.seq, sent.sent_at, sent.icebreaker, sent.cost, sent.messages_left,
    sent.icebreakers_left, sent.likes_left, sent.recipient_unread, sent.sender_name, sent.sender_photo, sent.sender_sample;
end $$;
