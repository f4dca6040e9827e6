-- Sends a reply to a message of the same conversation: calls send_message and stores the reference to the quoted
-- message in one transaction.
create or replace function send_reply(
  p_conversation uuid, p_message uuid, p_transfer uuid, p_outbox uuid,
  p_brand text, p_pool text, p_sender uuid, p_recipient uuid, p_client_message uuid, p_body text,
  p_level smallint, p_first_account text, p_first_cost integer, p_next_cost integer, p_now timestamptz, p_followed boolean,
  p_reply_to integer
) returns table (
  status text, message_id uuid, seq integer, sent_at timestamptz, icebreaker boolean, cost integer,
  messages_left integer, icebreakers_left integer, likes_left integer, recipient_unread integer,
  sender_name text, sender_photo uuid, sender_sample boolean
) language plpgsql as $$
#variable_conflict use_column
declare
  sent record;
begin
  -- The lock under which one's own messages are withdrawn.
  perform from wallets where member_id = p_sender for no key update;
  -- Where all were withdrawn there is nothing to answer: the next is a first message, which may have to be an invite.
  if not exists (
    select from messages q join conversations c on c.id = q.conversation_id and (c.low_wrote or c.high_wrote)
    where q.conversation_id = p_conversation and q.seq = p_reply_to) then
    return query select 'gone', null::uuid, 0, p_now, false, 0, 0, 0, 0, 0, null::text, null::uuid, null::boolean; return;
  end if;
  select * into sent from send_message(p_conversation, p_message, p_transfer, p_outbox, p_brand, p_pool, p_sender, p_recipient,
    p_client_message, p_body, p_level, p_first_account, p_first_cost, p_next_cost, p_now, p_followed);
  if sent.status = 'sent' then
    update messages m set reply_to = p_reply_to where m.conversation_id = p_conversation and m.seq = sent.seq;
  end if;
  return query select sent.status, sent.message_id, sent.seq, sent.sent_at, sent.icebreaker, sent.cost, sent.messages_left,
    sent.icebreakers_left, sent.likes_left, sent.recipient_unread, sent.sender_name, sent.sender_photo, sent.sender_sample;
end $$;
