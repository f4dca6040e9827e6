import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import { sweepDue } from '#platform/jobs/sweep.ts'
import { balancesOf, move, type Balances } from '#modules/credits/index.ts'
import type { Flow } from '#modules/flows/index.ts'
import type { FreeCreditDeps } from './deps.ts'
import { findWaiting } from './find-waiting.ts'
import { refillAfter } from './refill-after.ts'
import { notifyBalances } from './notify-balances.ts'
import { smallestId } from '#platform/ids.ts'

export type RefillAccount = 'likes' | 'icebreakers'
export type NextRefills = Readonly<Record<RefillAccount, Date | null>>

const batch = 1000
/** Members at once: each refill locks their wallet. */
const concurrency = 4

/**
 * Refills the free credits of free members (rule 12.6): the wait starts when the job first finds them below the
 * flow's number, and each refill follows after the flow's number of days, until there are enough. A refill that fails is
 * left for the next run and does not delay the others.
 */
export async function refillDue(deps: FreeCreditDeps, until = Infinity): Promise<void> {
  const at = deps.clock()
  await findWaiting(deps)
  await sweepDue({
    start: { due_at: new Date(0), member_id: smallestId, account: '' },
    rowsAfter: (last: Place, size): Promise<Due[]> => dueAfter(deps, at, last, size),
    work: (row) => refillAndNotify(deps, row, at),
    onError: (error, row) =>
      deps.log.error({ err: error, member: row.member_id }, 'free credits could not be refilled'),
    // A member's refills need the same lock.
    keyOf: (row) => row.member_id,
    size: batch,
    concurrency,
    until,
  })
}

interface Place {
  readonly due_at: Date
  readonly member_id: string
  readonly account: string
}
interface Due extends Place {
  readonly brand_id: string
  readonly flow_id: string
  readonly level: number
}

const dueAfter = ({ db }: FreeCreditDeps, at: Date, last: Place, size: number): Promise<Due[]> =>
  db
    .selectFrom('credit_refills as c')
    .innerJoin('members as m', 'm.id', 'c.member_id')
    .select(['c.member_id', 'c.account', 'c.due_at', 'm.brand_id', 'm.flow_id', 'm.level'])
    .where('c.due_at', '<=', at)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('c.due_at', 'c.member_id', 'c.account'), '>', tuple(last.due_at, last.member_id, last.account)),
    )
    .orderBy('c.due_at')
    .orderBy('c.member_id')
    .orderBy('c.account')
    .limit(size)
    .execute()

async function refillAndNotify(deps: FreeCreditDeps, row: Due, at: Date): Promise<void> {
  const flow = deps.flows.of(row.brand_id, row.flow_id)
  const given = await refillOne(deps, { memberId: row.member_id, account: row.account as RefillAccount, flow, at })
  if (given) notifyBalances(deps.realtime, row.member_id, row.level as 0 | 1 | 2, given)
}

/** When the member's next free credits come; null for those that are complete or not refilled. */
export async function nextRefills(
  executor: Executor,
  flow: Flow,
  member: { readonly memberId: string; readonly level: number; readonly country: string },
  balances: Balances,
  now: Date,
): Promise<NextRefills> {
  if (member.level > 0) return { likes: null, icebreakers: null }
  const rows = await executor
    .selectFrom('credit_refills')
    .select(['account', 'due_at'])
    .where('member_id', '=', member.memberId)
    .execute()
  const next = (account: RefillAccount): Date | null => {
    const refill = flow.refill[account]
    if (!refill || balances[account] >= refill.upTo) return null
    return rows.find((row) => row.account === account)?.due_at ?? refillAfter(now, refill, member.country)
  }
  return { likes: next('likes'), icebreakers: next('icebreakers') }
}

/** @returns the balances after the refill, or undefined when nothing was given */
async function refillOne(
  { db }: FreeCreditDeps,
  input: { memberId: string; account: RefillAccount; flow: Flow; at: Date },
): Promise<Balances | undefined> {
  const { memberId, account, flow, at } = input
  return db.transaction().execute(async (tx) => {
    await sql`select from wallets where member_id = ${memberId} for update`.execute(tx)
    const row = await tx
      .selectFrom('credit_refills as c')
      .innerJoin('members as m', 'm.id', 'c.member_id')
      .select(['c.due_at', 'm.brand_id', 'm.level', 'm.state', 'm.country'])
      .where('c.member_id', '=', memberId)
      .where('c.account', '=', account)
      .where('c.due_at', '<=', at)
      .executeTakeFirst()
    if (!row) return undefined
    const done = () =>
      tx.deleteFrom('credit_refills').where('member_id', '=', memberId).where('account', '=', account).execute()
    const refill = flow.refill[account]
    const missing = refill ? refill.upTo - (await balancesOf(tx, memberId))[account] : 0
    if (!refill || missing <= 0 || row.level > 0 || row.state !== 'active') {
      await done()
      return undefined
    }
    const amount = Math.min(refill.amount, missing)
    const { balances } = await move(tx, {
      memberId,
      brandId: row.brand_id,
      account,
      house: 'gifts',
      amount,
      key: `refill:${account}:${row.due_at.toISOString()}`,
      at,
    })
    if (amount < missing)
      await tx
        .updateTable('credit_refills')
        .set({ due_at: refillAfter(row.due_at, refill, row.country) })
        .where('member_id', '=', memberId)
        .where('account', '=', account)
        .execute()
    else await done()
    return balances
  })
}
