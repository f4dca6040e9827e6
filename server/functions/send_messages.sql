-- Stores several messages in one transaction, for the ordinary case: the two members have written before, and message
-- credits pay. All sends have different senders, so none depends on another; those of one conversation are stored in
-- the order of the lists. Returns the stored ones.
-- The others (a first message, one after an invite that waits, a repeated one, a refused one) are not changed here, and
-- send_message decides about each of them. Locks are taken as in send_message: wallets, then conversations, each by id,
-- then rows of the lists. The settings below make the joins nested loops over the sorted batch, regardless of the
-- tables' size when the plan was made: the order of the locks depends on that as much as the speed.
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
  seqs integer[];
  names text[];
  photos uuid[];
  samples boolean[];
  messages integer[];
  icebreakers integer[];
  likes integer[];
  totals integer[];
  due bigint[];
  conversations integer;
  sides integer;
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
    select b.n, b.sender, b.conversation, shown_name(s.screen_name, s.locale) as name, s.sample, p.id as photo, w.messages, w.icebreakers, w.likes
    from unnest(p_sender, p_recipient, p_conversation, p_client_message, p_pool, p_level, p_cost) with ordinality
      b (sender, recipient, conversation, client_message, pool, level, cost, n)
    join members s on s.id = b.sender and s.state = 'active' and s.level = b.level
    join wallets w on w.member_id = b.sender
    join members r on r.id = b.recipient and r.state = 'active' and r.pool_id = b.pool
      and (r.email_confirmed_at is not null or not r.needs_confirmation)
    left join member_photos p on p.member_id = b.sender and p.is_default and p.state = 'approved'
    where (b.cost = 0 or b.n = any(paid))
      and not exists (select from blocks x where x.member_id = b.sender and x.other_id = b.recipient)
      and not exists (
        select from messages x
        where x.conversation_id = b.conversation and x.sender_id = b.sender and x.client_message_id = b.client_message)
  ), numbered as (
    update conversations c set last_seq = c.last_seq + d.many,
      low_wrote = c.low_wrote or c.low_id = any(d.senders), high_wrote = c.high_wrote or c.high_id = any(d.senders)
    from (
      select conversation, count(*)::integer as many, array_agg(n order by n) as ns, array_agg(sender) as senders
      from allowed group by conversation order by conversation) d
    where c.id = d.conversation and (c.low_wrote or c.high_wrote) and coalesce(c.invite_state, 'accepted') = 'accepted'
    returning c.id, d.ns, c.last_seq - d.many as before)
  select coalesce(array_agg(d.n), '{}'), array_agg(c.before + array_position(c.ns, d.n)), array_agg(d.name), array_agg(d.photo), array_agg(d.sample),
    array_agg(d.messages), array_agg(d.icebreakers), array_agg(d.likes), count(distinct c.id)
  into sent, seqs, names, photos, samples, messages, icebreakers, likes, conversations
  from numbered c join allowed d on d.conversation = c.id;

  if not paid <@ sent then
    update wallets w set messages = w.messages + p_cost[d.n]
    from unnest(paid) d (n) where d.n <> all(sent) and w.member_id = p_sender[d.n];
  end if;
  if cardinality(sent) = 0 then return; end if;

  with stored as (
    insert into messages (conversation_id, seq, id, sender_id, client_message_id, body, icebreaker, sender_level, cost, created_at)
    select p_conversation[d.n], d.seq, p_message[d.n], p_sender[d.n], p_client_message[d.n], p_body[d.n], false, p_level[d.n],
      p_cost[d.n], p_now
    from unnest(sent, seqs) d (n, seq)
  ), booked as (
    insert into ledger_transfers (member_id, id, brand_id, from_account, to_account, amount, idempotency_key, created_at)
    select p_sender[d.n], p_message[d.n], p_brand[d.n], 'wallet:messages', 'house:spent', p_cost[d.n], 'message', p_now
    from unnest(sent) d (n) where p_cost[d.n] > 0
  ), side as (
    -- One row for each member of each conversation: with what they wrote, and with what was written to them.
    update inbox i set last_seq = greatest(d.own, d.others), last_at = p_now,
      unread = case when d.own is null then i.unread + 1 when d.others > d.own then 1 else 0 end,
      read_seq = coalesce(d.own, i.read_seq),
      other_read_seq = coalesce(d.others - 1, i.other_read_seq)
    from (
      select p_conversation[b.n] as conversation, m.member_id, max(b.seq) filter (where m.own) as own,
        max(b.seq) filter (where not m.own) as others, max(b.place) filter (where not m.own) as place
      from unnest(sent, seqs) with ordinality b (n, seq, place)
      cross join lateral (values (p_sender[b.n], true), (p_recipient[b.n], false)) m (member_id, own)
      group by 1, 2 order by 1, 2) d
    where i.member_id = d.member_id and i.conversation_id = d.conversation
    -- While a job is planned that looks at the conversation, and until a notice about it has been opened, none is due.
    returning d.place, d.place is not null and (p_followed or not exists (
      select from message_notices m where m.member_id = i.member_id and m.conversation_id = i.conversation_id
        and (m.planned or m.seq > case when d.own < d.others then d.own else old.read_seq end))) as is_due)
  select count(*), array_agg(d.place) filter (where d.is_due) into sides, due from side d;
  if sides <> 2 * conversations then
    raise exception 'a conversation of the batch has not two sides';
  end if;

  if due is not null then
    insert into outbox (id, topic, payload, created_at)
    select p_message[sent[d.place]], 'message', jsonb_build_object('conversationId', p_conversation[sent[d.place]],
      'seq', seqs[d.place], 'senderId', p_sender[sent[d.place]], 'recipientId', p_recipient[sent[d.place]]), p_now
    from unnest(due) d (place);
  end if;

  return query
  select d.n, d.seq, d.messages, d.icebreakers, d.likes,
    (select coalesce(sum(i.unread), 0)::integer from inbox i where i.member_id = p_recipient[d.n])
      + (select coalesce(sum(y.last_seq - y.read_seq), 0)::integer from system_inbox y where y.member_id = p_recipient[d.n]), d.name, d.photo, d.sample
  from unnest(sent, seqs, messages, icebreakers, likes, names, photos, samples)
    d (n, seq, messages, icebreakers, likes, name, photo, sample);
end $$;
