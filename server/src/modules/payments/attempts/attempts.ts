import { sql, type Selectable, type Updateable } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import type { PaymentAttempt } from '#platform/database/database-types.ts'
import type { RatePlan } from '#modules/flows/index.ts'
import { attemptState, openStates, type AttemptState } from './attempt-machine.ts'
import type { ProviderState } from '../port.ts'

/** Without what only `hold.ts` reads. */
type Row = Omit<Selectable<PaymentAttempt>, 'asking_until' | 'replacing_until'>

/** An attempt: the row with its JSON columns and state typed. */
export type Attempt = Omit<Row, 'plan' | 'state' | 'action' | 'accepts' | 'further_flags'> & {
  readonly plan: RatePlan
  readonly state: AttemptState
  readonly action: ProviderState['action']
  readonly accepts: Accepts
  readonly further_flags: readonly Flag[]
}

/** A further reason for which an attempt waits for a person, and since when (`flags.ts`). */
export interface Flag {
  readonly reason: string
  readonly at: string
}

export interface Accepts {
  readonly renewal: boolean
  readonly immediateStart: boolean
  readonly textVersion: string
}

/** Named one by one, since `select *` is not prepared: PostgreSQL would plan it each time. */
export const attemptColumns = [
  'id',
  'brand_id',
  'member_id',
  'order_key',
  'provider',
  'connection',
  'flow_id',
  'flow_version',
  'plan_id',
  'plan',
  'amount_minor',
  'currency',
  'state',
  'code',
  'provider_ref',
  'sealed_request',
  'action',
  'subscription_id',
  'created_at',
  'updated_at',
  'check_at',
  'checks',
  'granted_at',
  'accepts',
  'locale',
  'card_token_id',
  'refunded_minor',
  'flagged',
  'flagged_at',
  'further_flags',
  'site_origin',
  'term_start',
  'term_end',
  'term_resumes_at',
  'renewal_of',
  'renewal_from',
  'withdrawn_at',
  'return_to',
  'change_of',
  'credit_minor',
  'replaced_by',
  'credited_minor',
  'refund_due_at',
] as const satisfies readonly (keyof Row)[]

/** The columns are only written by us, from these types. */
export const toAttempt = (row: Row): Attempt => ({ ...row, state: attemptState(row.state) }) as unknown as Attempt

export async function attemptOf(executor: Executor, id: string): Promise<Attempt | undefined> {
  const row = await executor
    .selectFrom('payment_attempts')
    .select(attemptColumns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toAttempt(row)
}

/** Whether no one else has the attempt's lock, which is then ours. */
export async function lockIfFree(tx: Executor, id: string): Promise<boolean> {
  const query = tx.selectFrom('payment_attempts').select('id').where('id', '=', id)
  return (await query.forUpdate().skipLocked().executeTakeFirst()) !== undefined
}

/** The attempt under its row lock, which every change of it takes first. */
export async function lockAttempt(tx: Executor, id: string): Promise<Attempt> {
  return toAttempt(
    await tx
      .selectFrom('payment_attempts')
      .select(attemptColumns)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(),
  )
}

export async function attemptOfOrder(
  executor: Executor,
  memberId: string,
  orderKey: string,
): Promise<Attempt | undefined> {
  const row = await executor
    .selectFrom('payment_attempts')
    .select(attemptColumns)
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
    .select(attemptColumns)
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
    .select(attemptColumns)
    .where('member_id', '=', memberId)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toAttempt)
}

interface Transition {
  readonly attemptId: string
  readonly from: AttemptState
  readonly to: AttemptState
  readonly cause: string
  readonly at: Date
}

const insertTransition = (db: Pick<Executor, 'insertInto'>, { attemptId, from, to, cause, at }: Transition) =>
  db
    .insertInto('payment_transitions')
    .columns(['attempt_id', 'n', 'from_state', 'to_state', 'cause', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('payment_transitions as before')
        .select((of) => [
          sql<string>`${attemptId}::uuid`.as('attempt_id'),
          of(of.fn.coalesce(of.fn.max('before.n'), of.lit(0)), '+', of.lit(1)).as('n'),
          sql<string>`${from}::text`.as('from_state'),
          sql<string>`${to}::text`.as('to_state'),
          sql<string>`${cause}::text`.as('cause'),
          sql<Date>`${at}::timestamptz`.as('created_at'),
        ])
        .where('before.attempt_id', '=', attemptId),
    )

/** Records a transition of the attempt, numbered in order. The caller holds the attempt's lock. */
export async function recordTransition(tx: Executor, transition: Transition): Promise<void> {
  await insertTransition(tx, transition).execute()
}

/** Changes an attempt and records the transition, in one round trip. @returns the attempt afterwards */
export async function changeAttempt(
  tx: Executor,
  transition: Transition,
  changes: Updateable<PaymentAttempt>,
): Promise<Attempt> {
  const row = await tx
    .with('recorded', (db) => insertTransition(db, transition))
    .updateTable('payment_attempts')
    .set({ ...changes, state: transition.to, updated_at: transition.at })
    .where('id', '=', transition.attemptId)
    .returning(attemptColumns)
    .executeTakeFirstOrThrow()
  return toAttempt(row)
}

export type OpenOrders = 'any' | 'plans' | 'upgrades'

/** Open orders of the member: all of them, those of plans (renewals too), or those that replace the running plan. */
export const openOrders = (executor: Executor, memberId: string, which: OpenOrders = 'any') =>
  executor
    .selectFrom('payment_attempts')
    .select(['id', 'state', 'connection', 'provider_ref'])
    .where('member_id', '=', memberId)
    .where('state', 'in', [...openStates])
    .where('check_at', 'is not', null)
    .$if(which === 'plans', (query) => query.where(sql<boolean>`plan -> 'period' <> 'null'::jsonb`))
    .$if(which === 'upgrades', (query) => query.where('change_of', 'is not', null))
