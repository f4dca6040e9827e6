-- Credits ----------------------------------------------------------------------------------------------------------

-- Cached balances. `npm run ledger:check` replays the ledger and compares.
create table wallets (
  member_id uuid primary key references members (id) on delete cascade,
  brand_id text not null,
  messages integer not null default 0 check (messages >= 0),
  icebreakers integer not null default 0 check (icebreakers >= 0),
  likes integer not null default 0 check (likes >= 0)
);

-- Double entry: one row takes `amount` from one account and gives it to another, so a transfer sums to zero by its shape.
create table ledger_transfers (
  member_id uuid not null references wallets (member_id) on delete cascade,
  id uuid not null,
  brand_id text not null,
  from_account text not null,
  to_account text not null,
  amount integer not null check (amount > 0),
  -- The same key twice is one transfer.
  idempotency_key text not null,
  created_at timestamptz not null,
  primary key (member_id, id),
  unique (member_id, idempotency_key),
  check (from_account <> to_account),
  check (from_account in ('wallet:messages', 'wallet:icebreakers', 'wallet:likes', 'house:gifts', 'house:sales', 'house:spent', 'house:refunds', 'house:support')),
  check (to_account in ('wallet:messages', 'wallet:icebreakers', 'wallet:likes', 'house:gifts', 'house:sales', 'house:spent', 'house:refunds', 'house:support'))
);

create view ledger_entries as
  select member_id, id as transfer_id, brand_id, from_account as account, -amount as amount, idempotency_key, created_at from ledger_transfers
  union all
  select member_id, id, brand_id, to_account, amount, idempotency_key, created_at from ledger_transfers;

-- Chat -------------------------------------------------------------------------------------------------------------

create table conversations (
  -- Made from the two members' ids, so a pair has one conversation by its primary key.
  id uuid primary key,
  pool_id text not null,
  low_id uuid not null references members (id),
  high_id uuid not null references members (id),
  last_seq integer not null default 0,
  low_wrote boolean not null default false,
  high_wrote boolean not null default false,
  created_at timestamptz not null,
  check (low_id < high_id)
);

create table messages (
  conversation_id uuid not null references conversations (id),
  seq integer not null check (seq > 0),
  id uuid not null,
  sender_id uuid not null,
  client_message_id uuid not null,
  body text not null check (char_length(body) between 1 and 2000),
  icebreaker boolean not null,
  -- The sender's level when they wrote: half of the blur rule.
  sender_level smallint not null,
  cost integer not null check (cost >= 0),
  created_at timestamptz not null,
  primary key (conversation_id, seq),
  unique (conversation_id, sender_id, client_message_id)
);

-- A member's side of a conversation.
create table inbox (
  member_id uuid not null references members (id) on delete cascade,
  conversation_id uuid not null references conversations (id),
  other_id uuid not null,
  last_seq integer not null,
  last_at timestamptz not null,
  unread integer not null default 0 check (unread >= 0),
  read_seq integer not null default 0,
  other_read_seq integer not null default 0,
  primary key (member_id, conversation_id),
  unique (member_id, other_id)
);
create index inbox_newest on inbox (member_id, last_at desc);
create index inbox_unread on inbox (member_id) include (unread) where unread > 0;

-- What happened and has to be told elsewhere, written in the transaction that did it; a worker takes the rows out.
create table outbox (
  id uuid primary key,
  topic text not null,
  payload jsonb not null,
  created_at timestamptz not null
);

-- One send, whole: permission, debit, number, message, unread, outbox. Called by chat/queries.ts, which has the rules' outcome
-- (the costs) from chat/policy.ts; what could have changed meanwhile (level, states, block) is checked again under the locks.
-- Order of locks: sender's wallet, conversation, inbox rows. A pair is therefore serialised and two members cannot deadlock.
create function chat_send(
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

  select last_seq into n from conversations where id = p_conversation for update;
  if not found then
    insert into conversations (id, pool_id, low_id, high_id, created_at)
      values (p_conversation, p_pool, least(p_sender, p_recipient), greatest(p_sender, p_recipient), p_now)
      on conflict (id) do nothing;
    select last_seq into n from conversations where id = p_conversation for update;
  end if;
  is_first := n = 0;
  price := case when is_first then p_first_cost else p_next_cost end;
  account := case when is_first then p_first_account else 'messages' end;

  if price > 0 then
    if (case account when 'icebreakers' then w.icebreakers else w.messages end) < price then
      -- The conversation row of a refused first message stays with last_seq 0; nobody sees it.
      return query select 'no_credits', null::uuid, 0, p_now, is_first, price, w.messages, w.icebreakers, w.likes, 0; return;
    end if;
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
