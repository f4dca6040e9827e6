import type { Selectable } from 'kysely'
import { recordMemberAction } from '#modules/audit/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { DisputeAnswer } from '#platform/database/database-types.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { attemptOf, lockAttempt, type Attempt } from '../attempts/attempts.ts'
import { underWayMinor } from '../withdrawals/left-to-refund.ts'
import type { PaymentDeps } from '../deps.ts'
import type { DisputeReply } from '../port.ts'
import { nextRefundCheck } from '../withdrawals/refund-schedule.ts'

export type AnswerDeps = Pick<PaymentDeps, 'db' | 'connections' | 'clock' | 'log'>

/** Our side of a dispute, as a person gives it. */
export interface OurSide {
  /** The idempotency key: the same one again is the same answer. */
  readonly id: string
  readonly attemptId: string
  readonly madeBy: string
  readonly address: string
  /** Evidence, or why its loss is accepted. */
  readonly side: { readonly evidence: string } | { readonly accepts: string }
}

export type AnswerOutcome =
  | 'sent'
  /** The provider's answer was lost: a job repeats it. */
  | 'waiting'
  | 'refused by the provider'
  | 'id taken'
  | 'decided'
  | 'answered before'
  | 'not awaited'
  | 'too late'
  | 'refund under way'
  | 'no such way'

/**
 * Sends our side of a dispute to its provider, once. It is committed before the provider is called, outside of a
 * transaction; a refusal leaves the dispute as it was, so that another answer can be sent.
 */
export async function answerDispute(deps: AnswerDeps, given: OurSide): Promise<AnswerOutcome> {
  const claimed = await deps.db.transaction().execute((tx) => claim(deps, tx, given))
  return typeof claimed === 'string' ? claimed : outcomeOf((await send(deps, claimed, false)).state)
}

type Row = Selectable<DisputeAnswer>

const outcomeOf = (state: string): AnswerOutcome =>
  state === 'sent' ? 'sent' : state === 'refused' ? 'refused by the provider' : 'waiting'

/** Writes the answer down; or says why there is none to send. */
async function claim(deps: AnswerDeps, tx: Tx, given: OurSide): Promise<Row | AnswerOutcome> {
  const attempt = await lockAttempt(tx, given.attemptId)
  const kind = 'evidence' in given.side ? 'evidence' : 'acceptance'
  const known = await tx.selectFrom('dispute_answers').selectAll().where('id', '=', given.id).executeTakeFirst()
  if (known) {
    const isSame = known.attempt_id === attempt.id && known.kind === kind
    return isSame ? outcomeOf(known.state) : 'id taken'
  }
  const now = deps.clock()
  const refused = await whyNot(deps, tx, attempt, kind, now)
  if (refused) return refused
  const row = await tx
    .insertInto('dispute_answers')
    .values({
      id: given.id,
      attempt_id: attempt.id,
      brand_id: attempt.brand_id,
      member_id: attempt.member_id,
      kind,
      state: 'submitting',
      body: 'evidence' in given.side ? given.side.evidence : null,
      reason: 'accepts' in given.side ? given.side.accepts : null,
      made_by: given.madeBy,
      address: given.address,
      made_at: now,
      updated_at: now,
      check_at: nextRefundCheck(0, now),
      checks: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await scheduleAnswer(tx, row.id, nextRefundCheck(0, now))
  await record(tx, row, kind === 'evidence' ? 'dispute_evidence_sent' : 'dispute_loss_accepted', now)
  return row
}

/** Why a dispute takes no answer now. */
async function whyNot(
  deps: AnswerDeps,
  tx: Tx,
  attempt: Attempt,
  kind: 'evidence' | 'acceptance',
  now: Date,
): Promise<AnswerOutcome | undefined> {
  const dispute = await tx
    .selectFrom('disputes')
    .selectAll()
    .where('attempt_id', '=', attempt.id)
    .executeTakeFirstOrThrow()
  if (dispute.state !== 'open') return 'decided'
  const before = await tx
    .selectFrom('dispute_answers')
    .select('id')
    .where('attempt_id', '=', attempt.id)
    .where('state', '<>', 'refused')
    .executeTakeFirst()
  if (before) return 'answered before'
  if (!deps.connections.byId(attempt.connection)?.provider.disputeAnswers || dispute.provider_ref === null)
    return 'no such way'
  if (!dispute.awaits_us) return 'not awaited'
  if (dispute.due_at !== null && dispute.due_at <= now) return 'too late'
  // The payer would have the money twice.
  if (kind === 'acceptance' && (await underWayMinor(tx, attempt.id)) > 0) return 'refund under way'
  return undefined
}

/** Calls the provider and stores what it says; without an answer the row waits for the job. */
async function send(deps: AnswerDeps, row: Row, repeated: boolean): Promise<Pick<Row, 'state'>> {
  const attempt = await attemptOf(deps.db, row.attempt_id)
  const provider = attempt && deps.connections.byId(attempt.connection)?.provider
  const { provider_ref: disputeRef } = await deps.db
    .selectFrom('disputes')
    .select('provider_ref')
    .where('attempt_id', '=', row.attempt_id)
    .executeTakeFirstOrThrow()
  if (!provider?.disputeAnswers || disputeRef === null) throw new Error(`answer ${row.id} has no provider to go to`)
  const reply = await provider.disputeAnswers
    .send({ disputeRef, evidence: row.body, idempotencyKey: row.id, repeated })
    .catch((error: unknown) => {
      deps.log.warn({ err: error, answer: row.id }, 'an answer to a dispute got no answer')
      return null
    })
  return reply ? store(deps, row, reply) : row
}

const store = (deps: AnswerDeps, row: Row, reply: DisputeReply): Promise<Pick<Row, 'state'>> =>
  deps.db.transaction().execute(async (tx) => {
    // Attempt first: the same lock order as in the dispute's webhook event.
    await lockAttempt(tx, row.attempt_id)
    const now = deps.clock()
    const stored = await tx
      .updateTable('dispute_answers')
      .set({
        state: reply.taken ? 'sent' : 'refused',
        refusal: reply.taken ? null : reply.why,
        check_at: null,
        updated_at: now,
      })
      .where('id', '=', row.id)
      .where('state', '=', 'submitting')
      .returning('state')
      .executeTakeFirst()
    if (!stored) return row
    if (reply.taken)
      await tx
        .updateTable('disputes')
        .set({ awaits_us: false })
        .where('attempt_id', '=', row.attempt_id)
        .where('state', '=', 'open')
        .execute()
    else await record(tx, row, 'dispute_answer_refused', now, { answer: reply.why })
    return stored
  })

/** Repeats an answer that got none, as long as the dispute is open. */
export async function repeatAnswer(deps: AnswerDeps, id: string): Promise<void> {
  const row = await deps.db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('dispute_answers as n')
      .innerJoin('disputes as d', 'd.attempt_id', 'n.attempt_id')
      .selectAll('n')
      .select('d.state as dispute_state')
      .where('n.id', '=', id)
      .where('n.state', '=', 'submitting')
      .forUpdate('n')
      .executeTakeFirst()
    const now = deps.clock()
    if (!found || found.check_at === null || found.check_at > now) return undefined
    const { dispute_state: disputeState, ...answer } = found
    const isOver = disputeState !== 'open'
    const next = nextRefundCheck(answer.checks, now)
    await tx
      .updateTable('dispute_answers')
      .set(
        isOver
          ? { state: 'unclear', check_at: null, updated_at: now }
          : { check_at: next, checks: Math.min(answer.checks + 1, 30_000) },
      )
      .where('id', '=', id)
      .execute()
    if (isOver) return undefined
    await scheduleAnswer(tx, id, next)
    return answer
  })
  if (row) await send(deps, row, true)
}

const scheduleAnswer = (tx: Tx, id: string, at: Date): Promise<void> =>
  addJob(tx, 'payment-dispute-answer', { id }, { runAt: at, key: `payment-dispute-answer:${id}`, maxAttempts: 1 })

const record = (
  tx: Tx,
  row: Row,
  action: 'dispute_evidence_sent' | 'dispute_loss_accepted' | 'dispute_answer_refused',
  at: Date,
  detail: { readonly answer?: string } = {},
): Promise<void> =>
  recordMemberAction(tx, {
    memberId: row.member_id,
    madeBy: row.made_by,
    address: row.address,
    action,
    ...(row.reason !== null && { reason: row.reason }),
    detail: { order: row.attempt_id, ...detail },
    at,
  })
