import type { Selectable } from 'kysely'
import type { Executor } from '../../../platform/database.ts'
import type { PaymentAttempt } from '../../../platform/database-types.ts'
import type { RatePlan } from '../../flows/index.ts'
import { attemptState, type AttemptState } from './attempt-machine.ts'
import type { ProviderState } from '../port.ts'

/** An attempt: the row with its JSON columns and state typed. */
export type Attempt = Omit<Selectable<PaymentAttempt>, 'plan' | 'state' | 'action' | 'accepts'> & {
  readonly plan: RatePlan
  readonly state: AttemptState
  readonly action: ProviderState['action']
  readonly accepts: Accepts
}

export interface Accepts {
  readonly renewal: boolean
  readonly immediateStart: boolean
  readonly textVersion: string
}

/** The columns are only written by us, from these types. */
export const toAttempt = (row: Selectable<PaymentAttempt>): Attempt =>
  ({ ...row, state: attemptState(row.state) }) as unknown as Attempt

export async function attemptOf(executor: Executor, id: string): Promise<Attempt | undefined> {
  const row = await executor.selectFrom('payment_attempts').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toAttempt(row)
}

/** The attempt under its row lock, which every change of it takes first. */
export async function lockAttempt(tx: Executor, id: string): Promise<Attempt> {
  return toAttempt(
    await tx.selectFrom('payment_attempts').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow(),
  )
}

export async function attemptOfOrder(
  executor: Executor,
  memberId: string,
  orderKey: string,
): Promise<Attempt | undefined> {
  const row = await executor
    .selectFrom('payment_attempts')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('order_key', '=', orderKey)
    .executeTakeFirst()
  return row && toAttempt(row)
}

/** The member's attempt with this provider reference. */
export async function attemptByProvider(
  executor: Executor,
  memberId: string,
  provider: string,
  providerRef: string,
): Promise<Attempt | undefined> {
  const row = await executor
    .selectFrom('payment_attempts')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('provider', '=', provider)
    .where('provider_ref', '=', providerRef)
    .executeTakeFirst()
  return row && toAttempt(row)
}

/** The member's newest attempts since `since`, newest first. */
export async function recentAttempts(
  executor: Executor,
  memberId: string,
  since: Date,
  limit: number,
): Promise<readonly Attempt[]> {
  const rows = await executor
    .selectFrom('payment_attempts')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toAttempt)
}

/** Records a transition of the attempt, numbered in order. */
export async function recordTransition(
  tx: Executor,
  step: { attemptId: string; from: AttemptState; to: AttemptState; cause: string; at: Date },
): Promise<void> {
  const { n } = await tx
    .selectFrom('payment_transitions')
    .select((eb) => eb.fn.coalesce(eb.fn.max('n'), eb.lit(0)).as('n'))
    .where('attempt_id', '=', step.attemptId)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('payment_transitions')
    .values({
      attempt_id: step.attemptId,
      n: n + 1,
      from_state: step.from,
      to_state: step.to,
      cause: step.cause,
      created_at: step.at,
    })
    .execute()
}
