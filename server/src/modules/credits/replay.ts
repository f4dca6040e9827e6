import { sql } from 'kysely'
import type { Executor } from '../../platform/database.ts'

export interface LedgerReport {
  readonly wallets: number
  readonly transfers: number
  readonly differences: readonly { memberId: string; account: string; cached: number; replayed: number }[]
}

/** Replays every transfer and compares with the cached balances; reads one snapshot, so it may run while members write. */
export async function checkLedger(executor: Executor): Promise<LedgerReport> {
  return executor
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const counts = await sql<{ wallets: number; transfers: number }>`
      select (select count(*) from wallets) as wallets, (select count(*) from ledger_transfers) as transfers`.execute(
        tx,
      )
      const differences = await sql<{ memberId: string; account: string; cached: number; replayed: number }>`
      with cached as (
        select member_id, 'wallet:messages' as account, messages as amount from wallets
        union all select member_id, 'wallet:icebreakers', icebreakers from wallets
        union all select member_id, 'wallet:likes', likes from wallets
      ), replayed as (
        select member_id, account, sum(amount)::integer as amount from ledger_entries where account like 'wallet:%' group by 1, 2
      ), leaving as (
        select member_id from erasures union all select payer_id from erasures
      )
      select coalesce(c.member_id, r.member_id) as "memberId", coalesce(c.account, r.account) as account,
        coalesce(c.amount, 0) as cached, coalesce(r.amount, 0) as replayed
      from cached c full join replayed r on r.member_id = c.member_id and r.account = c.account
      where coalesce(c.amount, 0) <> coalesce(r.amount, 0) and coalesce(c.member_id, r.member_id) not in (select member_id from leaving)
      order by 1, 2 limit 1000`.execute(tx)
      return {
        wallets: counts.rows[0]?.wallets ?? 0,
        transfers: counts.rows[0]?.transfers ?? 0,
        differences: differences.rows,
      }
    })
}
