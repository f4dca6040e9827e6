-- Replaces send_message for a member whose flow uses invites: a first message waits to be accepted, unless the two
-- members like each other.
create or replace function send_invite(
  p_conversation uuid, p_message uuid, p_transfer uuid, p_outbox uuid,
  p_brand text, p_pool text, p_sender uuid, p_recipient uuid, p_client_message uuid, p_body text,
  p_level smallint, p_first_account text, p_first_cost integer, p_next_cost integer, p_now timestamptz, p_followed boolean
) returns table (
  status text, message_id uuid, seq integer, sent_at timestamptz, icebreaker boolean, cost integer,
  messages_left integer, icebreakers_left integer, likes_left integer, recipient_unread integer,
  sender_name text, sender_photo uuid, sender_sample boolean
) language plpgsql as $$
#variable_conflict use_column
declare
  sent record;
begin
  select * into sent from send_message(p_conversation, p_message, p_transfer, p_outbox, p_brand, p_pool, p_sender, p_recipient,
    p_client_message, p_body, p_level, p_first_account, p_first_cost, p_next_cost, p_now, p_followed);
  if sent.status = 'sent' and sent.icebreaker then
    update conversations c set invite_seq = sent.seq, invite_state = 'pending'
    where c.id = p_conversation and not (
      exists (select from reactions y where y.member_id = p_sender and y.other_id = p_recipient and y.kind = 'like')
      and exists (select from reactions y where y.member_id = p_recipient and y.other_id = p_sender and y.kind = 'like'));
  end if;
  return query select sent.status, sent.message_id, sent.seq, sent.sent_at, sent.icebreaker, sent.cost, sent.messages_left,
    sent.icebreakers_left, sent.likes_left, sent.recipient_unread, sent.sender_name, sent.sender_photo, sent.sender_sample;
end $$;
