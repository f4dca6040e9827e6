import type { adminRoutes, DifferenceRow, DifferenceWhat } from '@incontro/contract/admin'
import { orderNumberOf } from '@incontro/contract'
import { sql } from 'kysely'
import type { LocalText } from '#modules/flows/index.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import type { Executor } from '#platform/database/database.ts'
import { type Attempt, attemptOf, lockAttempt } from '../attempts/attempts.ts'
import { flag, isFlagged, takeOff } from '../attempts/flags.ts'
import { flagOfDifference } from '../back-office/differences.ts'
import { type FinanceDeps, refuseOwn } from './deps.ts'

const pageSize = 50

/** A page of the brand's differences: those that wait, longest first, or the settled ones, newest first. */
export async function listDifferences(
  deps: FinanceDeps,
  { site: { brandId }, query: { settled, afterAt, afterId } }: Call<typeof adminRoutes.differences>,
): Promise<{ differences: DifferenceRow[]; more: boolean }> {
  const goesOn = afterAt !== undefined && afterId !== undefined
  const of = differencesOf(deps.db, brandId).limit(pageSize + 1)
  const rows =
    settled === 'no'
      ? await of
          .where('d.settled_at', 'is', null)
          .$if(goesOn, (some) =>
            some.where(sql<boolean>`(d.found_at, d.id) > (${afterAt}::timestamptz, ${afterId}::uuid)`),
          )
          .orderBy('d.found_at')
          .orderBy('d.id')
          .execute()
      : await of
          .where('d.settled_at', 'is not', null)
          .$if(goesOn, (some) =>
            some.where(sql<boolean>`(d.settled_at, d.id) < (${afterAt}::timestamptz, ${afterId}::uuid)`),
          )
          .orderBy('d.settled_at', 'desc')
          .orderBy('d.id', 'desc')
          .execute()
  const page = rows.slice(0, pageSize)
  const staffOf = (by: string) => by.replace(/^staff:/, '')
  const names = await deps.namesOf(page.flatMap(({ settled_by: by }) => (by === null ? [] : [staffOf(by)])))
  return {
    differences: page.map((row) => ({
      id: row.id,
      order: row.attempt_id,
      number: orderNumberOf(row.attempt_id),
      plan: row.plan_id,
      planName: row.plan_name,
      provider: row.provider,
      what: row.what as DifferenceWhat,
      ours: { state: row.ours_state, amount: { minor: row.ours_minor, currency: row.ours_currency } },
      theirs: {
        state: row.theirs_state,
        amount:
          row.theirs_minor === null || row.theirs_currency === null
            ? null
            : { minor: row.theirs_minor, currency: row.theirs_currency },
        reference: row.theirs_reference,
      },
      foundAt: row.found_at.toISOString(),
      seenAt: row.seen_at.toISOString(),
      settled:
        row.settled_at === null || row.settled_by === null
          ? null
          : {
              at: row.settled_at.toISOString(),
              by: names.get(staffOf(row.settled_by)) ?? row.settled_by,
              reason: row.settled_reason ?? '',
            },
    })),
    more: rows.length > pageSize,
  }
}

const differencesOf = (db: Executor, brandId: string) =>
  db
    .selectFrom('payment_differences as d')
    .innerJoin('payment_attempts as a', 'a.id', 'd.attempt_id')
    .selectAll('d')
    .select(['a.plan_id', 'a.provider'])
    .select(sql<LocalText | null>`a.plan -> 'name'`.as('plan_name'))
    .where('d.brand_id', '=', brandId)

type Deciding = Call<typeof adminRoutes.settleDifference>

/** @throws Failure 403 `own_account`, 404, 409 `settled_already` */
export const settleDifference = (deps: FinanceDeps, call: Deciding): Promise<{ result: 'OK' }> =>
  decide(deps, call, async (tx, { attempt, what, isSettled, madeBy, now }) => {
    if (isSettled) throw new Failure(409, 'settled_already', { message: 'It is settled already' })
    await tx
      .updateTable('payment_differences')
      .set({ settled_at: now, settled_by: madeBy, settled_reason: call.body.reason })
      .where('id', '=', call.params.difference)
      .execute()
    // The flag stands for all differences of this kind.
    const reason = flagOfDifference(what)
    if (isFlagged(attempt, reason) && !(await hasAnother(tx, attempt.id, what)))
      await takeOff(deps, tx, attempt, [reason], `${reason} resolved by ${madeBy}: ${call.body.reason}`)
    return 'difference_settled'
  })

/** @throws Failure 403 `own_account`, 404, 409 `not_settled` */
export const reopenDifference = (deps: FinanceDeps, call: Deciding): Promise<{ result: 'OK' }> =>
  decide(deps, call, async (tx, { attempt, what, isSettled }) => {
    if (!isSettled) throw new Failure(409, 'not_settled', { message: 'It waits already' })
    await tx
      .updateTable('payment_differences')
      .set({ settled_at: null, settled_by: null, settled_reason: null })
      .where('id', '=', call.params.difference)
      .execute()
    await flag(deps, tx, attempt, flagOfDifference(what))
    return 'difference_reopened'
  })

interface Found {
  readonly attempt: Attempt
  readonly what: string
  readonly isSettled: boolean
  readonly madeBy: string
  readonly now: Date
}

type Tx = Parameters<FinanceDeps['record']>[0]

/** A decision about a difference of the brand, under the lock of its payment, and in the audit. */
async function decide(
  deps: FinanceDeps,
  call: Deciding,
  change: (tx: Tx, found: Found) => Promise<'difference_settled' | 'difference_reopened'>,
): Promise<{ result: 'OK' }> {
  const { site, params, staff, ip, body } = call
  const known = await deps.db
    .selectFrom('payment_differences')
    .select('attempt_id')
    .where('id', '=', params.difference)
    .where('brand_id', '=', site.brandId)
    .executeTakeFirst()
  const order = known && (await attemptOf(deps.db, known.attempt_id))
  if (!order) throw notFound()
  await refuseOwn(deps, call, order.member_id)
  await deps.db.transaction().execute(async (tx) => {
    const attempt = await lockAttempt(tx, order.id)
    const { what, settled_at: settledAt } = await tx
      .selectFrom('payment_differences')
      .select(['what', 'settled_at'])
      .where('id', '=', params.difference)
      .executeTakeFirstOrThrow()
    const found = { attempt, what, isSettled: settledAt !== null, madeBy: `staff:${staff.staffId}`, now: deps.clock() }
    const action = await change(tx, found)
    await deps.record(tx, {
      brandId: site.brandId,
      by: { staffId: staff.staffId, address: ip },
      action,
      subject: { kind: 'order', id: order.id },
      memberId: order.member_id,
      reason: body.reason,
      detail: { reference: params.difference, what },
    })
  })
  return { result: 'OK' }
}

async function hasAnother(tx: Tx, attemptId: string, what: string): Promise<boolean> {
  const other = await tx
    .selectFrom('payment_differences')
    .select('id')
    .where('attempt_id', '=', attemptId)
    .where('what', '=', what)
    .where('settled_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
