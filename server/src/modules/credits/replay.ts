import { sql, type RawBuilder } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import { largestId, smallestId } from '#platform/ids.ts'

export interface LedgerDifference {
  readonly memberId: string
  readonly account: string
  readonly cached: number
  readonly replayed: number
}

export interface LedgerReport {
  readonly wallets: number
  readonly transfers: number
  /** At most a thousand. */
  readonly differences: readonly LedgerDifference[]
}

export interface LedgerCheckOptions {
  /** Wallets per statement; 2,000, which takes some tens of milliseconds, and 500 of those with movements. */
  readonly rangeSize?: number
  /** Resumes after this member. */
  readonly after?: string | undefined
  /** Called after each range with the state of the check; returning false ends the check early. */
  readonly onRange?: (report: LedgerReport, last: string) => boolean | void | Promise<boolean | void>
}

const most = 1000

/**
 * Replays every transfer and compares the sums with the stored balances, by ranges of members. Each range is one
 * statement with a snapshot of its own, so the check can run while members write and does not hold back vacuum.
 */
export async function checkLedger(executor: Executor, options: LedgerCheckOptions = {}): Promise<LedgerReport> {
  const { rangeSize = 2000, onRange } = options
  let after = options.after ?? smallestId
  let report: LedgerReport = { wallets: 0, transfers: 0, differences: [] }
  for (;;) {
    const { rows } = await sql<{ last: string | null; n: number }>`
      select max(member_id::text)::uuid as last, count(*)::integer as n from (
        select member_id from wallets where member_id > ${after}
        order by member_id limit ${rangeSize}) as range`.execute(executor)
    const { last, n } = rows[0] ?? { last: null, n: 0 }
    // The last range is open-ended: it also finds movements without a wallet.
    const isLast = last === null || n < rangeSize
    const [from, until] = [after, isLast ? largestId : last]
    const within = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
      sql`${column} > ${from} and ${column} <= ${until}`
    report = sum(report, await compare(executor, within(sql`w.member_id`), within(sql`t.member_id`)))
    if (last !== null && (await onRange?.(report, last)) === false) return report
    if (isLast) return report
    after = last
  }
}

/** Checks only the members with movements since the given time. */
export async function checkLedgerSince(
  executor: Executor,
  since: Date,
  { rangeSize = 500, after = smallestId, onRange }: LedgerCheckOptions = {},
): Promise<LedgerReport> {
  const { rows } = await sql<{ id: string }>`
    select distinct member_id as id from ledger_transfers where created_at >= ${since} order by 1`.execute(executor)
  // Not in the statement: by member, the plan would read all entries of the ledger.
  const left = rows.filter(({ id }) => id > after)
  let report: LedgerReport = { wallets: 0, transfers: 0, differences: [] }
  for (let start = 0; start < left.length; start += rangeSize) {
    const ids = left.slice(start, start + rangeSize).map(({ id }) => id)
    report = sum(
      report,
      await compare(executor, sql`w.member_id = any(${ids}::uuid[])`, sql`t.member_id = any(${ids}::uuid[])`),
    )
    if ((await onRange?.(report, ids.at(-1)!)) === false) return report
  }
  return report
}

const sum = (one: LedgerReport, two: LedgerReport): LedgerReport => ({
  wallets: one.wallets + two.wallets,
  transfers: one.transfers + two.transfers,
  differences: [...one.differences, ...two.differences].slice(0, most),
})

interface Compared {
  readonly wallets: number
  readonly transfers: number
  readonly differences: readonly LedgerDifference[] | null
}

async function compare(
  executor: Executor,
  ofWallet: RawBuilder<unknown>,
  ofTransfer: RawBuilder<unknown>,
): Promise<LedgerReport> {
  const { rows } = await sql<Compared>`
    with held as (
      select w.member_id, w.messages, w.icebreakers, w.likes from wallets w where ${ofWallet}
    ), cached as (
      select member_id, 'wallet:messages' as account, messages as amount from held
      union all select member_id, 'wallet:icebreakers', icebreakers from held
      union all select member_id, 'wallet:likes', likes from held
    ), moved as (
      select t.member_id, t.from_account, t.to_account, t.amount from ledger_transfers t where ${ofTransfer}
    ), replayed as (
      select member_id, account, sum(amount)::integer as amount from (
        select member_id, from_account as account, -amount as amount from moved
        union all select member_id, to_account, amount from moved) as entries
      where account like 'wallet:%' group by 1, 2
    ), leaving as (
      select member_id from erasures union all select payer_id from erasures
    ), different as (
      select coalesce(c.member_id, r.member_id) as "memberId", coalesce(c.account, r.account) as account,
        coalesce(c.amount, 0) as cached, coalesce(r.amount, 0) as replayed
      from cached c full join replayed r on r.member_id = c.member_id and r.account = c.account
      where coalesce(c.amount, 0) <> coalesce(r.amount, 0)
        and coalesce(c.member_id, r.member_id) not in (select member_id from leaving)
      order by 1, 2 limit ${most})
    select (select count(*)::integer from held) as wallets, (select count(*)::integer from moved) as transfers,
      (select json_agg(d) from different d) as differences`.execute(executor)
  const { wallets, transfers, differences } = rows[0]!
  return { wallets, transfers, differences: differences ?? [] }
}
