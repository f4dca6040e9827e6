-- A complete send: permission, debit, number, message, both lists, outbox. Called by chat/store.ts with the costs from
-- chat/policy.ts. Conditions that may have changed in the meantime (level, states, block, an invite, the quoted message,
-- the upload) are checked under the wallet's lock. Locks are taken on the sender's wallet, the upload, the conversation,
-- then the inbox rows, that of the member with the lower id first, so that sends of a pair are serialised and two members
-- cannot deadlock. The inbox rows number the messages. An ordinary message, whose sender has written before, neither
-- changes nor locks the conversation, like those of send_messages: it is read again under the lock of the inbox rows, and
-- if a withdrawal came first, the call fails with serialization_failure and is repeated.
-- docs/decisions/014 explains the statements and what each of them costs. It replaces send_message, send_invite,
-- send_reply and send_media, which stay in databases that have them until the release after this one.
create or replace function send_one_message(
  p_now timestamptz,
  -- Whether somebody follows every message by the outbox (the demo); otherwise only one that a notice is due for.
  p_followed boolean,
  -- A NewRow of chat/store.ts.
  p_message jsonb
) returns table (
  status text, message_id uuid, seq integer, sent_at timestamptz, icebreaker boolean,
  messages_left integer, icebreakers_left integer, likes_left integer, recipient_unread integer,
  sender_name text, sender_photo uuid, sender_sample boolean
) language plpgsql as $$
#variable_conflict use_column
declare
  p record;
  w record;
  f record;
  upload_kind text;
  upload_seq integer;
  refusal text;
  n integer;
  is_ordinary boolean;
  is_first boolean := false;
  has_begun boolean;
  invite text;
  inviter uuid;
  is_match boolean := false;
  price integer;
  account text := 'messages';
  side uuid;
  number integer;
  mark integer;
  recipient_read integer;
  later record;
begin
  select * into p from jsonb_to_record(p_message) as r (
    conversation uuid, message uuid, brand text, pool text, sender uuid, recipient uuid, client_message uuid, body text,
    level smallint, first_account text, first_cost integer, next_cost integer, invites boolean, reply_to integer, media uuid);
  select messages, icebreakers, likes into w from wallets where member_id = p.sender for no key update;
  if not found then
    return query select 'gone', null::uuid, 0, p_now, false, 0, 0, 0, 0, null::text, null::uuid, null::boolean; return;
  end if;
  if p.media is not null then
    select a.kind, a.seq into upload_kind, upload_seq from message_media a
      where a.id = p.media and a.sender_id = p.sender and a.conversation_id = p.conversation for update;
  end if;

  -- Read after the lock is held: what was committed before counts.
  select s.state = 'active' and s.level = p.level as may_send, s.no_messages_until > p_now as is_silenced, shown_name(s.screen_name, s.locale) as name, s.sample,
    (select h.id from member_photos h where h.member_id = p.sender and h.is_default and h.state = 'approved') as photo,
    r.state = 'active' and r.pool_id = p.pool and (r.email_confirmed_at is not null or not r.needs_confirmation)
      and not exists (select from blocks b where b.member_id = p.sender and b.other_id = p.recipient)
      and (not r.is_hidden or likes.sender
        or exists (select from inbox i where i.member_id = p.sender and i.other_id = p.recipient)) as is_open,
    r.first_messages_from = 'everyone' or (r.first_messages_from = 'verified' and s.verified_at is not null)
      or likes.sender as may_begin, likes.sender as is_liked,
    x.id, x.seq, x.body, x.reply_to, x.media, x.created_at, x.icebreaker, x.edited_at is not null or x.withdrawn_at is not null as is_changed,
    case when c.low_id = p.sender then c.low_wrote else c.high_wrote end and coalesce(c.invite_state, 'accepted') = 'accepted' as has_written
  into f
  from members s
  left join members r on r.id = p.recipient
  cross join lateral (select exists (
    select from reactions y where y.member_id = p.recipient and y.other_id = p.sender and y.kind = 'like') as sender) likes
  left join conversations c on c.id = p.conversation
  left join messages x on x.conversation_id = p.conversation
    and uuid_hash_extended(x.client_message_id, uuid_hash_extended(x.sender_id, 0))
      = uuid_hash_extended(p.client_message, uuid_hash_extended(p.sender, 0))
    and x.sender_id = p.sender and x.client_message_id = p.client_message
  where s.id = p.sender;

  if f.id is not null then
    -- What was first in a message that was edited or withdrawn is not known any more.
    return query select case
        when f.is_changed or f.body = p.body and f.reply_to is not distinct from p.reply_to
          and case when p.media is null then f.media is null else f.seq = upload_seq end then 'repeated'
        else 'key_reused' end,
      f.id, f.seq, f.created_at, f.icebreaker, w.messages, w.icebreakers, w.likes, 0, f.name, f.photo, f.sample;
    return;
  end if;
  refusal := case
    when f.may_send is not true then 'stale'
    when f.is_silenced then 'messaging_off'
    when f.is_open is not true then 'closed'
    -- One upload is one message.
    when p.media is not null and (upload_kind is null or upload_seq is not null) then 'gone'
  end;
  -- Where all were withdrawn there is nothing to answer.
  if refusal is null and p.reply_to is not null and not exists (
    select from messages q join conversations c on c.id = q.conversation_id and (c.low_wrote or c.high_wrote)
    where q.conversation_id = p.conversation and q.seq = p.reply_to) then
    refusal := 'gone';
  end if;
  if refusal is null and p.media is not null
    and not exists (select from conversations c where c.id = p.conversation and c.low_wrote and c.high_wrote) then
    refusal := 'not_answered';
  end if;
  if refusal is not null then
    return query select refusal, null::uuid, 0, p_now, false, w.messages, w.icebreakers, w.likes, 0, f.name, f.photo, f.sample;
    return;
  end if;

  -- Nearly always.
  is_ordinary := f.has_written is true and w.messages >= p.next_cost;
  price := p.next_cost;

  if not is_ordinary then
    -- The first message makes the conversation; the price is checked before, so that a refused first message leaves nothing behind.
    -- Where all were withdrawn the next is the first again, under the next number.
    loop
      select c.low_wrote or c.high_wrote, c.invite_state,
        (select m.sender_id from messages m where m.conversation_id = c.id and m.seq = c.invite_seq)
      into has_begun, invite, inviter from conversations c where c.id = p.conversation for update;
      is_first := has_begun is not true;
      is_match := f.is_liked and exists (
        select from reactions y where y.member_id = p.sender and y.other_id = p.recipient and y.kind = 'like');
      account := case
        when not is_first then 'messages'
        when p.first_account <> 'icebreakers_else_messages' then p.first_account
        when w.icebreakers > 0 then 'icebreakers'
        else 'messages' end;
      price := case when not is_first then p.next_cost when account = 'icebreakers' then 1 else p.first_cost end;
      refusal := case
        -- A declined invite reads to its sender like one that waits.
        when inviter = p.sender and (invite = 'declined' or invite = 'pending' and not is_match) then 'invite_pending'
        when is_first and f.may_begin is not true then 'not_accepted'
        -- Before the price: no one buys credits for what they may not send.
        when is_first and exists (
          select from first_message_limits l where l.member_id = p.sender and l.until_at > p_now
            and l.window_start > p_now - interval '1 hour' and l.begun >= l.per_hour) then 'slowed'
        when price > 0 and (case account when 'icebreakers' then w.icebreakers else w.messages end) < price then 'no_credits'
      end;
      if refusal is not null then
        return query select refusal, null::uuid, 0, p_now, is_first and refusal = 'no_credits', w.messages, w.icebreakers, w.likes, 0,
          f.name, f.photo, f.sample;
        return;
      end if;
      exit when has_begun is not null;
      insert into conversations (id, pool_id, low_id, high_id, created_at)
        values (p.conversation, p.pool, least(p.sender, p.recipient), greatest(p.sender, p.recipient), p_now)
        on conflict (id) do nothing;
    end loop;
    -- Who was invited accepts by writing; a match counts as accepted, too.
    update conversations c set invite_state = case when c.invite_state is null then null else 'accepted' end,
      low_wrote = c.low_wrote or c.low_id = p.sender, high_wrote = c.high_wrote or c.high_id = p.sender
      where c.id = p.conversation;
  end if;

  if is_first then
    update first_message_limits l set
      begun = case when l.window_start > p_now - interval '1 hour' then l.begun else 0 end + 1,
      window_start = case when l.window_start > p_now - interval '1 hour' then l.window_start else p_now end
      where l.member_id = p.sender and l.until_at > p_now;
    insert into inbox (member_id, conversation_id, other_id, last_seq, last_at)
      values (p.sender, p.conversation, p.recipient, 0, p_now), (p.recipient, p.conversation, p.sender, 0, p_now)
      on conflict (member_id, conversation_id) do nothing;
  end if;
  foreach side in array array[least(p.sender, p.recipient), greatest(p.sender, p.recipient)] loop
    update inbox i set last_seq = i.last_seq + 1, last_at = greatest(i.last_at, p_now),
      unread = case when i.member_id = p.sender then 0 else i.unread + 1 end,
      read_seq = case when i.member_id = p.sender then i.last_seq + 1 else i.read_seq end,
      other_read_seq = case when i.member_id = p.sender then i.other_read_seq else i.last_seq end
      where i.member_id = side and i.conversation_id = p.conversation
      returning i.last_seq, i.read_seq into number, mark;
    if number is null or number <> n then raise exception 'conversation % has not two equal sides', p.conversation; end if;
    n := number;
    if side = p.recipient then recipient_read := mark; end if;
  end loop;

  if price > 0 then
    update wallets set
      messages = messages - case account when 'messages' then price else 0 end,
      icebreakers = icebreakers - case account when 'icebreakers' then price else 0 end
      where member_id = p.sender returning messages, icebreakers, likes into w;
    insert into ledger_transfers (member_id, id, brand_id, from_account, to_account, amount, idempotency_key, created_at, level)
      values (p.sender, p.message, p.brand, 'wallet:' || account, 'house:spent', price, 'message', p_now, p.level);
  end if;

  insert into messages (
      conversation_id, seq, id, sender_id, client_message_id, body, icebreaker, sender_level, cost, created_at, reply_to, media)
    values (p.conversation, n, p.message, p.sender, p.client_message, p.body, is_first, p.level, price, p_now, p.reply_to, upload_kind);
  if p.media is not null then
    update message_media a set seq = n where a.id = p.media;
  end if;
  -- In a flow with invites a first message waits to be accepted, unless the two like each other.
  if is_first and p.invites and not is_match then
    update conversations c set invite_seq = n, invite_state = 'pending' where c.id = p.conversation;
  end if;

  -- Read while the lists are locked, as those that change it lock them first: withdrawing the last message, and the job
  -- of a notice.
  select
    (select case when c.low_id = p.sender then c.low_wrote else c.high_wrote end and coalesce(c.invite_state, 'accepted') = 'accepted'
      from conversations c where c.id = p.conversation) as has_written,
    -- While a job is planned that looks at the conversation, and until a notice about it has been opened, none is due.
    p_followed or not exists (
      select from notices m where m.member_id = p.recipient and m.event = 'message' and m.about = p.conversation
        and (m.planned or m.seq > recipient_read)) as is_due,
    (select coalesce(sum(i.unread), 0)::integer from inbox i where i.member_id = p.recipient)
      + (select coalesce(sum(y.last_seq - y.read_seq), 0)::integer from system_inbox y where y.member_id = p.recipient) as unread
  into later;
  if is_ordinary and later.has_written is not true then
    raise exception 'conversation % has been withdrawn meanwhile', p.conversation using errcode = 'serialization_failure';
  end if;
  if later.is_due then
    insert into outbox (id, topic, payload, created_at)
      values (p.message, 'message', jsonb_build_object('conversationId', p.conversation, 'seq', n, 'senderId', p.sender, 'recipientId', p.recipient), p_now);
  end if;

  return query select 'sent', p.message, n, p_now, is_first, w.messages, w.icebreakers, w.likes, later.unread, f.name, f.photo, f.sample;
end $$;
