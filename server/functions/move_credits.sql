-- Moves credits between a member's balance and an account of the installation, once per key and under the wallet's lock:
-- each statement of a volatile function sees what was committed before it, so the key is looked up behind the lock. A
-- balance never goes below zero. Returns the balances afterwards, and nothing for a member without a wallet.
create or replace function move_credits(
  p_member uuid, p_brand text, p_transfer uuid, p_account text, p_house text, p_amount integer, p_key text, p_at timestamptz
) returns table (outcome text, messages integer, icebreakers integer, likes integer) language plpgsql as $$
#variable_conflict use_column
declare
  held wallets;
  is_repeated boolean;
begin
  select * into held from wallets w where w.member_id = p_member for update;
  if not found then return; end if;
  -- The entry of a paid message has the message's id as its own and shares this key (send_messages).
  select true into is_repeated from ledger_transfers t
  where t.member_id = p_member and t.idempotency_key = p_key and t.idempotency_key <> 'message';
  if is_repeated then
    return query select 'repeated', held.messages, held.icebreakers, held.likes; return;
  elsif p_amount = 0 then
    return query select 'moved', held.messages, held.icebreakers, held.likes; return;
  elsif (p_amount + case p_account when 'messages' then held.messages when 'icebreakers' then held.icebreakers else held.likes end) < 0 then
    return query select 'insufficient', held.messages, held.icebreakers, held.likes; return;
  end if;
  insert into ledger_transfers (member_id, id, brand_id, from_account, to_account, amount, idempotency_key, created_at, level)
  values (p_member, p_transfer, p_brand,
    case when p_amount > 0 then 'house:' || p_house else 'wallet:' || p_account end,
    case when p_amount > 0 then 'wallet:' || p_account else 'house:' || p_house end,
    abs(p_amount), p_key, p_at, (select m.level from members m where m.id = p_member));
  return query
    update wallets w set
      messages = w.messages + case p_account when 'messages' then p_amount else 0 end,
      icebreakers = w.icebreakers + case p_account when 'icebreakers' then p_amount else 0 end,
      likes = w.likes + case p_account when 'likes' then p_amount else 0 end
    where w.member_id = p_member
    returning 'moved', w.messages, w.icebreakers, w.likes;
end $$;
