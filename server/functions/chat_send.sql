-- One send, whole: permission, debit, number, message, unread, outbox. Called by chat/queries.ts, which has the rules' outcome
-- (the costs) from chat/policy.ts; what could have changed meanwhile (level, states, block) is checked again under the locks.
-- Order of locks: sender's wallet, conversation, inbox rows. A pair is therefore serialised and two members cannot deadlock.
create or replace function chat_send(
  p_conversation uuid, p_message uuid, p_transfer uuid, p_outbox uuid,
  p_brand text, p_pool text, p_sender uuid, p_recipient uuid, p_client_message uuid, p_body text,
  p_level smallint, p_first_account text, p_first_cost integer, p_next_cost integer, p_now timestamptz
) returns table (
  status text, message_id uuid, seq integer, sent_at timestamptz, icebreaker boolean, cost integer,
  messages_left integer, icebreakers_left integer, likes_left integer, recipient_unread integer
) language plpgsql as $$
declare
  w wallets%rowtype;
  m messages%rowtype;
  n integer;
  is_first boolean;
  price integer;
  account text;
begin
  select * into w from wallets where member_id = p_sender for update;
  if not found then return query select 'gone', null::uuid, 0, p_now, false, 0, 0, 0, 0, 0; return; end if;

  select * into m from messages x where x.conversation_id = p_conversation and x.sender_id = p_sender and x.client_message_id = p_client_message;
  if found then
    return query select case when m.body = p_body then 'repeated' else 'key_reused' end, m.id, m.seq, m.created_at, m.icebreaker, m.cost,
      w.messages, w.icebreakers, w.likes, 0;
    return;
  end if;

  if not exists (select from members where id = p_sender and state = 'active' and level = p_level) then
    return query select 'stale', null::uuid, 0, p_now, false, 0, w.messages, w.icebreakers, w.likes, 0; return;
  end if;
  if not exists (select from members where id = p_recipient and state = 'active' and pool_id = p_pool)
     or exists (select from blocks where member_id = p_sender and other_id = p_recipient) then
    return query select 'closed', null::uuid, 0, p_now, false, 0, w.messages, w.icebreakers, w.likes, 0; return;
  end if;

  -- The first message creates the conversation; the price is checked before, so that a refused one leaves nothing behind.
  loop
    select last_seq into n from conversations where id = p_conversation for update;
    is_first := not found or n = 0;
    account := case
      when not is_first then 'messages'
      when p_first_account <> 'icebreakers_else_messages' then p_first_account
      when w.icebreakers > 0 then 'icebreakers'
      else 'messages' end;
    price := case when not is_first then p_next_cost when account = 'icebreakers' then 1 else p_first_cost end;
    if price > 0 and (case account when 'icebreakers' then w.icebreakers else w.messages end) < price then
      return query select 'no_credits', null::uuid, 0, p_now, is_first, price, w.messages, w.icebreakers, w.likes, 0; return;
    end if;
    exit when n is not null;
    insert into conversations (id, pool_id, low_id, high_id, created_at)
      values (p_conversation, p_pool, least(p_sender, p_recipient), greatest(p_sender, p_recipient), p_now)
      on conflict (id) do nothing;
  end loop;

  if price > 0 then
    update wallets set
      messages = wallets.messages - case account when 'messages' then price else 0 end,
      icebreakers = wallets.icebreakers - case account when 'icebreakers' then price else 0 end
      where member_id = p_sender returning * into w;
    insert into ledger_transfers (member_id, id, brand_id, from_account, to_account, amount, idempotency_key, created_at)
      values (p_sender, p_transfer, p_brand, 'wallet:' || account, 'house:spent', price, 'message:' || p_message, p_now);
  end if;

  update conversations c set last_seq = n + 1,
    low_wrote = c.low_wrote or c.low_id = p_sender, high_wrote = c.high_wrote or c.high_id = p_sender
    where c.id = p_conversation;
  insert into messages (conversation_id, seq, id, sender_id, client_message_id, body, icebreaker, sender_level, cost, created_at)
    values (p_conversation, n + 1, p_message, p_sender, p_client_message, p_body, is_first, p_level, price, p_now);
  insert into inbox as i (member_id, conversation_id, other_id, last_seq, last_at, unread, read_seq)
    values (p_sender, p_conversation, p_recipient, n + 1, p_now, 0, n + 1)
    on conflict (member_id, conversation_id) do update set last_seq = n + 1, last_at = p_now, unread = 0, read_seq = n + 1;
  insert into inbox as i (member_id, conversation_id, other_id, last_seq, last_at, unread)
    values (p_recipient, p_conversation, p_sender, n + 1, p_now, 1)
    on conflict (member_id, conversation_id) do update set last_seq = n + 1, last_at = p_now, unread = i.unread + 1, other_read_seq = n;
  insert into outbox (id, topic, payload, created_at)
    values (p_outbox, 'message', jsonb_build_object('conversationId', p_conversation, 'seq', n + 1, 'senderId', p_sender, 'recipientId', p_recipient), p_now);

  return query select 'sent', p_message, n + 1, p_now, is_first, price, w.messages, w.icebreakers, w.likes,
    (select coalesce(sum(i.unread), 0)::integer from inbox i where i.member_id = p_recipient and i.unread > 0);
end $$;
