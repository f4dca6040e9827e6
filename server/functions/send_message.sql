-- A complete send: permission, debit, number, message, both lists, outbox. Called by chat/queries.ts with the costs
-- from chat/policy.ts. Conditions that may have changed in the meantime (level, states, block, an invite) are checked
-- under the wallet's lock. Locks are taken on the sender's wallet, the conversation, then the inbox rows, that of the
-- member with the lower id first, so that sends of a pair are serialised and two members cannot deadlock. The inbox rows
-- number the messages, since send_messages takes no other lock of a conversation. docs/decisions/014 explains the
-- statements and what each of them costs.
create or replace function send_message(
  p_conversation uuid, p_message uuid, p_transfer uuid, p_outbox uuid,
  p_brand text, p_pool text, p_sender uuid, p_recipient uuid, p_client_message uuid, p_body text,
  p_level smallint, p_first_account text, p_first_cost integer, p_next_cost integer, p_now timestamptz,
  -- Whether somebody follows every message by the outbox (the demo); otherwise only one that a notice is due for.
  p_followed boolean
) returns table (
  status text, message_id uuid, seq integer, sent_at timestamptz, icebreaker boolean, cost integer,
  messages_left integer, icebreakers_left integer, likes_left integer, recipient_unread integer,
  sender_name text, sender_photo uuid, sender_sample boolean
) language plpgsql as $$
#variable_conflict use_column
declare
  w record;
  f record;
  n integer;
  is_first boolean;
  has_begun boolean;
  invite text;
  inviter uuid;
  price integer;
  account text;
  sides integer;
  recipient_read integer;
begin
  select messages, icebreakers, likes into w from wallets where member_id = p_sender for no key update;
  if not found then
    return query select 'gone', null::uuid, 0, p_now, false, 0, 0, 0, 0, 0, null::text, null::uuid, null::boolean; return;
  end if;

  -- Read after the lock is held: what was committed before counts.
  select s.state = 'active' and s.level = p_level as may_send, s.no_messages_until > p_now as is_silenced, shown_name(s.screen_name, s.locale) as name, s.sample,
    (select p.id from member_photos p where p.member_id = p_sender and p.is_default and p.state = 'approved') as photo,
    r.state = 'active' and r.pool_id = p_pool and (r.email_confirmed_at is not null or not r.needs_confirmation)
      and not exists (select from blocks b where b.member_id = p_sender and b.other_id = p_recipient)
      and (not r.is_hidden or likes.sender
        or exists (select from inbox i where i.member_id = p_sender and i.other_id = p_recipient)) as is_open,
    r.first_messages_from = 'everyone' or (r.first_messages_from = 'verified' and s.verified_at is not null)
      or likes.sender as may_begin, likes.sender as is_liked,
    x.id, x.seq, x.body, x.created_at, x.icebreaker, x.cost, x.edited_at is not null or x.withdrawn_at is not null as is_changed
  into f
  from members s
  left join members r on r.id = p_recipient
  cross join lateral (select exists (
    select from reactions y where y.member_id = p_recipient and y.other_id = p_sender and y.kind = 'like') as sender) likes
  left join messages x on x.conversation_id = p_conversation
    and uuid_hash_extended(x.client_message_id, uuid_hash_extended(x.sender_id, 0))
      = uuid_hash_extended(p_client_message, uuid_hash_extended(p_sender, 0))
    and x.sender_id = p_sender and x.client_message_id = p_client_message
  where s.id = p_sender;

  if f.id is not null then
    -- The first text of a message that was edited or withdrawn is not known any more.
    return query select case when f.body = p_body or f.is_changed then 'repeated' else 'key_reused' end, f.id, f.seq, f.created_at, f.icebreaker, f.cost,
      w.messages, w.icebreakers, w.likes, 0, f.name, f.photo, f.sample;
    return;
  end if;
  if f.may_send is not true or f.is_silenced or f.is_open is not true then
    return query select case when f.may_send is not true then 'stale' when f.is_silenced then 'messaging_off' else 'closed' end, null::uuid, 0, p_now, false, 0,
      w.messages, w.icebreakers, w.likes, 0, f.name, f.photo, f.sample;
    return;
  end if;

  -- Nearly always: the two have written before and the credits are there.
  is_first := false;
  account := 'messages';
  price := p_next_cost;
  update conversations c set low_wrote = c.low_wrote or c.low_id = p_sender, high_wrote = c.high_wrote or c.high_id = p_sender
    where c.id = p_conversation and (c.low_wrote or c.high_wrote) and coalesce(c.invite_state, 'accepted') = 'accepted'
      and w.messages >= p_next_cost;

  if not found then
    -- The first message makes the conversation; the price is checked before, so that a refused first message leaves nothing behind.
    -- Where all were withdrawn the next is the first again, under the next number.
    loop
      select c.low_wrote or c.high_wrote, c.invite_state,
        (select m.sender_id from messages m where m.conversation_id = c.id and m.seq = c.invite_seq)
      into has_begun, invite, inviter from conversations c where c.id = p_conversation for update;
      is_first := has_begun is not true;
      -- A declined invite reads to its sender like one that waits.
      if inviter = p_sender and (invite = 'declined' or invite = 'pending' and not (f.is_liked and exists (
        select from reactions y where y.member_id = p_sender and y.other_id = p_recipient and y.kind = 'like'))) then
        return query select 'invite_pending', null::uuid, 0, p_now, false, 0, w.messages, w.icebreakers, w.likes, 0,
          f.name, f.photo, f.sample;
        return;
      end if;
      if is_first and f.may_begin is not true then
        return query select 'not_accepted', null::uuid, 0, p_now, false, 0, w.messages, w.icebreakers, w.likes, 0,
          f.name, f.photo, f.sample;
        return;
      end if;
      account := case
        when not is_first then 'messages'
        when p_first_account <> 'icebreakers_else_messages' then p_first_account
        when w.icebreakers > 0 then 'icebreakers'
        else 'messages' end;
      price := case when not is_first then p_next_cost when account = 'icebreakers' then 1 else p_first_cost end;
      if price > 0 and (case account when 'icebreakers' then w.icebreakers else w.messages end) < price then
        return query select 'no_credits', null::uuid, 0, p_now, is_first, price, w.messages, w.icebreakers, w.likes, 0,
          f.name, f.photo, f.sample;
        return;
      end if;
      exit when has_begun is not null;
      insert into conversations (id, pool_id, low_id, high_id, created_at)
        values (p_conversation, p_pool, least(p_sender, p_recipient), greatest(p_sender, p_recipient), p_now)
        on conflict (id) do nothing;
    end loop;
    -- Who was invited accepts by writing; a match counts as accepted, too.
    update conversations c set invite_state = case when c.invite_state is null then null else 'accepted' end,
      low_wrote = c.low_wrote or c.low_id = p_sender, high_wrote = c.high_wrote or c.high_id = p_sender
      where c.id = p_conversation;
  end if;

  if is_first then
    insert into inbox (member_id, conversation_id, other_id, last_seq, last_at)
      values (p_sender, p_conversation, p_recipient, 0, p_now), (p_recipient, p_conversation, p_sender, 0, p_now)
      on conflict (member_id, conversation_id) do nothing;
  end if;
  select i.last_seq + 1 into n from inbox i
    where i.member_id = least(p_sender, p_recipient) and i.conversation_id = p_conversation for no key update;
  if not found then raise exception 'conversation % has not two sides', p_conversation; end if;

  if price > 0 then
    update wallets set
      messages = messages - case account when 'messages' then price else 0 end,
      icebreakers = icebreakers - case account when 'icebreakers' then price else 0 end
      where member_id = p_sender returning messages, icebreakers, likes into w;
    insert into ledger_transfers (member_id, id, brand_id, from_account, to_account, amount, idempotency_key, created_at)
      values (p_sender, p_message, p_brand, 'wallet:' || account, 'house:spent', price, 'message', p_now);
  end if;

  insert into messages (conversation_id, seq, id, sender_id, client_message_id, body, icebreaker, sender_level, cost, created_at)
    values (p_conversation, n, p_message, p_sender, p_client_message, p_body, is_first, p_level, price, p_now);

  with side as (
    update inbox i set last_seq = n, last_at = greatest(i.last_at, p_now),
      unread = case when i.member_id = p_sender then 0 else i.unread + 1 end,
      read_seq = case when i.member_id = p_sender then n else i.read_seq end,
      other_read_seq = case when i.member_id = p_sender then i.other_read_seq else n - 1 end
      where i.member_id = any(array[p_sender, p_recipient]) and i.conversation_id = p_conversation
      returning i.member_id, i.read_seq)
  select count(*), min(read_seq) filter (where member_id = p_recipient) into sides, recipient_read from side;
  if sides <> 2 then raise exception 'conversation % has % sides', p_conversation, sides; end if;

  -- While a job is planned that looks at the conversation, and until a notice about it has been opened, none is due.
  if p_followed or not exists (
    select from notices m where m.member_id = p_recipient and m.event = 'message' and m.about = p_conversation
      and (m.planned or m.seq > recipient_read)
  ) then
    insert into outbox (id, topic, payload, created_at)
      values (p_outbox, 'message', jsonb_build_object('conversationId', p_conversation, 'seq', n, 'senderId', p_sender, 'recipientId', p_recipient), p_now);
  end if;

  return query select 'sent', p_message, n, p_now, is_first, price, w.messages, w.icebreakers, w.likes,
    (select coalesce(sum(i.unread), 0)::integer from inbox i where i.member_id = p_recipient)
      + (select coalesce(sum(y.last_seq - y.read_seq), 0)::integer from system_inbox y where y.member_id = p_recipient),
    f.name, f.photo, f.sample;
end $$;
