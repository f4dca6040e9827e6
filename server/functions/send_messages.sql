-- Stores several messages in one transaction, for the ordinary case: the sender has written in the conversation before,
-- and message credits pay. All sends have different senders, so none depends on another; those of one conversation are
-- stored in the order of the lists. Returns the stored ones.
-- The others (a first message, one after an invite that waits, a repeated one, a refused one) are not changed here, and
-- send_one_message decides about each of them. Locks are taken as in send_one_message, except that no row of conversations is
-- locked or changed: wallets by id, then rows of the lists by conversation and member. Their last_seq is the number of
-- the last message. The settings below make the joins nested loops over the sorted batch, regardless of the tables' size
-- when the plan was made: the order of the locks depends on that as much as the speed.
create or replace function send_messages(
  p_now timestamptz, p_followed boolean,
  p_brand text[], p_pool text[], p_sender uuid[], p_recipient uuid[], p_conversation uuid[], p_message uuid[],
  p_client_message uuid[], p_body text[], p_level smallint[], p_cost integer[]
) returns table (
  n integer, seq integer, messages_left integer, icebreakers_left integer, likes_left integer, recipient_unread integer,
  sender_name text, sender_photo uuid, sender_sample boolean
) language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  paid integer[];
  sent integer[];
  places integer[];
  seqs integer[];
  names text[];
  photos uuid[];
  samples boolean[];
  messages integer[];
  icebreakers integer[];
  likes integer[];
  received bigint[];
  reads integer[];
  due bigint[];
  conversations integer;
  sides integer;
  changed integer;
begin
  -- The debit is the lock; it is put back below where the checks under it say no.
  with debited as (
    update wallets w set messages = w.messages - d.cost
    from (
      select b.n, b.sender, b.cost from unnest(p_sender, p_cost) with ordinality b (sender, cost, n)
      where b.cost > 0 order by b.sender) d
    where w.member_id = d.sender and w.messages >= d.cost
    returning d.n)
  select coalesce(array_agg(d.n), '{}') into paid from debited d;

  -- Read after the lock is held: what was committed before counts.
  with allowed as (
    select b.n, b.conversation, shown_name(s.screen_name, s.locale) as name, s.sample, p.id as photo, w.messages, w.icebreakers, w.likes
    from (
      -- A member's first message of a conversation keeps back the other's later one, so that they stay in order.
      select b.*, bool_and(case when c.low_id = b.sender then c.low_wrote else c.high_wrote end)
        over (partition by b.conversation order by b.n) as have_written
      from unnest(p_sender, p_recipient, p_conversation, p_client_message, p_pool, p_level, p_cost) with ordinality
        b (sender, recipient, conversation, client_message, pool, level, cost, n)
      join conversations c on c.id = b.conversation and coalesce(c.invite_state, 'accepted') = 'accepted') b
    join members s on s.id = b.sender and s.state = 'active' and s.level = b.level
      and (s.no_messages_until is null or s.no_messages_until <= p_now)
    join wallets w on w.member_id = b.sender
    join members r on r.id = b.recipient and r.state = 'active' and r.pool_id = b.pool
      and (r.email_confirmed_at is not null or not r.needs_confirmation)
    left join member_photos p on p.member_id = b.sender and p.is_default and p.state = 'approved'
    where b.have_written and (b.cost = 0 or b.n = any(paid))
      and not exists (select from blocks x where x.member_id = b.sender and x.other_id = b.recipient)
      and not exists (
        select from messages x
        where x.conversation_id = b.conversation
          and uuid_hash_extended(x.client_message_id, uuid_hash_extended(x.sender_id, 0))
            = uuid_hash_extended(b.client_message, uuid_hash_extended(b.sender, 0))
          and x.sender_id = b.sender and x.client_message_id = b.client_message))
  select coalesce(array_agg(a.n), '{}'), array_agg(a.place), array_agg(a.name), array_agg(a.photo), array_agg(a.sample),
    array_agg(a.messages), array_agg(a.icebreakers), array_agg(a.likes), count(distinct a.conversation)
  into sent, places, names, photos, samples, messages, icebreakers, likes, conversations
  from (select *, (row_number() over (partition by conversation order by n))::integer as place from allowed) a;

  if not paid <@ sent then
    update wallets w set messages = w.messages + p_cost[d.n]
    from unnest(paid) d (n) where d.n <> all(sent) and w.member_id = p_sender[d.n];
  end if;
  if cardinality(sent) = 0 then return; end if;

  with side as (
    -- One row for each member of each conversation: with what they wrote, and with what was written to them. Messages
    -- are numbered from the row's last one.
    update inbox i set last_seq = i.last_seq + greatest(d.own, d.others), last_at = greatest(i.last_at, p_now),
      unread = case when d.own is null then i.unread + 1 when d.others > d.own then 1 else 0 end,
      read_seq = coalesce(i.last_seq + d.own, i.read_seq),
      other_read_seq = coalesce(i.last_seq + d.others - 1, i.other_read_seq)
    from (
      select p_conversation[b.n] as conversation, m.member_id, max(b.place) filter (where m.own) as own,
        max(b.place) filter (where not m.own) as others, max(b.at) filter (where not m.own) as at
      from unnest(sent, places) with ordinality b (n, place, at)
      cross join lateral (values (p_sender[b.n], true), (p_recipient[b.n], false)) m (member_id, own)
      group by 1, 2 order by 1, 2) d
    where i.member_id = d.member_id and i.conversation_id = d.conversation
    returning d.conversation, old.last_seq as before, d.at,
      case when d.own < d.others then old.last_seq + d.own else old.read_seq end as read),
  numbered as (select conversation, min(before) as before, max(before) as latest from side group by conversation)
  select (select count(*) from side), (select array_agg(d.at order by d.at) from side d where d.at is not null),
    (select array_agg(d.read order by d.at) from side d where d.at is not null),
    array_agg(c.before + places[b.at] order by b.at), count(*) filter (where c.before <> c.latest)
  into sides, received, reads, seqs, changed
  from unnest(sent) with ordinality b (n, at) join numbered c on c.conversation = p_conversation[b.n];
  if sides <> 2 * conversations or changed > 0 then
    raise exception 'a conversation of the batch has not two equal sides';
  end if;

  with stored as (
    insert into messages (conversation_id, seq, id, sender_id, client_message_id, body, icebreaker, sender_level, cost, created_at)
    select p_conversation[d.n], d.seq, p_message[d.n], p_sender[d.n], p_client_message[d.n], p_body[d.n], false, p_level[d.n],
      p_cost[d.n], p_now
    from unnest(sent, seqs) d (n, seq)
  ), booked as (
    insert into ledger_transfers (member_id, id, brand_id, from_account, to_account, amount, idempotency_key, created_at, level)
    select p_sender[d.n], p_message[d.n], p_brand[d.n], 'wallet:messages', 'house:spent', p_cost[d.n], 'message', p_now, p_level[d.n]
    from unnest(sent) d (n) where p_cost[d.n] > 0
  )
  -- Read while the lists are locked, as those that change the rest lock them first: withdrawing the last message, and the
  -- job of a notice.
  select (
    select count(*) from unnest(sent) d (n)
    where not exists (
      select from conversations c where c.id = p_conversation[d.n] and coalesce(c.invite_state, 'accepted') = 'accepted'
        and case when c.low_id = p_sender[d.n] then c.low_wrote else c.high_wrote end)), (
    -- While a job is planned that looks at the conversation, and until a notice about it has been opened, none is due.
    select array_agg(d.at) from unnest(received, reads) d (at, read)
    where p_followed or not exists (
      select from notices m where m.member_id = p_recipient[sent[d.at]] and m.event = 'message' and m.about = p_conversation[sent[d.at]]
        and (m.planned or m.seq > d.read)))
  into changed, due;
  if changed > 0 then raise exception 'a conversation of the batch has been withdrawn'; end if;

  if due is not null then
    insert into outbox (id, topic, payload, created_at)
    select p_message[sent[d.at]], 'message', jsonb_build_object('conversationId', p_conversation[sent[d.at]],
      'seq', seqs[d.at], 'senderId', p_sender[sent[d.at]], 'recipientId', p_recipient[sent[d.at]]), p_now
    from unnest(due) d (at);
  end if;

  return query
  select d.n, d.seq, d.messages, d.icebreakers, d.likes,
    (select coalesce(sum(i.unread), 0)::integer from inbox i where i.member_id = p_recipient[d.n])
      + (select coalesce(sum(y.last_seq - y.read_seq), 0)::integer from system_inbox y where y.member_id = p_recipient[d.n]), d.name, d.photo, d.sample
  from unnest(sent, seqs, messages, icebreakers, likes, names, photos, samples)
    d (n, seq, messages, icebreakers, likes, name, photo, sample);
end $$;
