import { sql } from 'kysely'
import { isUuid, uuidPattern } from '#platform/ids.ts'
import type { Tx } from '#platform/database/database.ts'
import { sweepDue } from '#platform/jobs/sweep.ts'
import { sweep, type WhenLocked } from '../sweep.ts'
import { notifyDecided, notifyMember } from '../notify-member.ts'
import { applyToLocked, scheduleCheck, type Applied } from '../attempts/apply-provider-state.ts'
import { flag } from '../attempts/flags.ts'
import { isOpen } from '../attempts/attempt-machine.ts'
import { attemptColumns, lockAttempt, toAttempt, type Attempt } from '../attempts/attempts.ts'
import { stopChoice } from '../attempts/paid-twice.ts'
import type { PaymentDeps } from '../deps.ts'
import { loseDispute, noteDispute, openDispute, winDispute } from '../disputes/disputes.ts'
import type { ProviderEvent, WebhookHint } from '../port.ts'
import { hideCards } from './hide-cards.ts'
import { knows } from './store-where-known.ts'
import { queueEvents, storeEvents, type StoredEvent } from './store.ts'
import { moveAttempt, recordRefund } from '../withdrawals/record-refund.ts'

/**
 * Processes a stored webhook event once: its effects and its completion are one transaction. A hint leads to a look-up
 * at the provider, whose results are stored as events of their own. Throws to be retried.
 */
export async function processWebhook(
  deps: PaymentDeps,
  stored: StoredEvent,
  locked: WhenLocked = 'wait',
): Promise<void> {
  const processed = await deps.db.transaction().execute(async (tx) => {
    if (locked === 'leave' && !(await lockIfFree(tx, stored))) return undefined
    const claimed = await claim(deps, tx, stored)
    return claimed && { applied: await apply(deps, tx, stored, claimed) }
  })
  if (!processed) {
    const hint = await waitingHint(deps, stored)
    return hint ? followHint(deps, stored, hint) : undefined
  }
  const { applied } = processed
  if (applied && (applied.granted || applied.isChanged || applied.attempt.renewal_of !== null))
    await notifyMember(deps, applied.attempt.member_id)
  if (applied) notifyDecided(deps, applied)
}

interface Claimed {
  readonly event: ProviderEvent
  /** The payment that the event names by our reference, under its lock. */
  readonly attempt: Attempt | null
}

/**
 * Marks a waiting event as processed, under its lock until the transaction ends, and takes the lock of its payment in
 * the same round trip; undefined if it is a hint or was done.
 */
async function claim(deps: PaymentDeps, tx: Tx, { connection, eventId }: StoredEvent): Promise<Claimed | undefined> {
  const row = await tx
    .with('claimed', (db) =>
      db
        .updateTable('payment_webhooks')
        .set({ processed_at: deps.clock(), error: null })
        .where('connection', '=', connection)
        .where('event_id', '=', eventId)
        .where('processed_at', 'is', null)
        .where(sql`body ->> 'kind'`, '<>', 'hint')
        .returning(['body', sql<string | null>`body ->> 'kind'`.as('kind'), ownReference.as('reference')]),
    )
    .selectFrom('claimed')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('payment_attempts')
          .select(attemptColumns)
          .where('connection', '=', connection)
          .whereRef('id', '=', 'claimed.reference')
          // A refund has a reference of its own.
          .where('claimed.kind', 'in', ['payment', 'approved', 'dispute'])
          .forUpdate()
          .as('a'),
      (join) => join.onTrue(),
    )
    .select('claimed.body')
    .select(attemptColumns.map((column) => `a.${column}` as const))
    .executeTakeFirst()
  if (!row) return undefined
  const { body, ...attempt } = row
  return {
    // Only written by store.ts, from this type.
    event: body as unknown as ProviderEvent,
    attempt: attempt.id === null ? null : toAttempt(attempt as Parameters<typeof toAttempt>[0]),
  }
}

/** Our reference in a stored event, if it can be one; a provider may send any text. */
const ownReference = sql<string | null>`case when body #>> '{state,reference}' ~* ${sql.lit(uuidPattern)}
  then (body #>> '{state,reference}')::uuid end`

async function apply(
  deps: PaymentDeps,
  tx: Tx,
  { connection, eventId }: StoredEvent,
  { event, attempt: named }: Claimed,
): ReturnType<typeof act> {
  const attempt = named ?? (await lockAttemptOf(tx, connection, event))
  if (attempt) return act(deps, tx, attempt, event)
  // Of an age check that was deleted already; it has no amount.
  if (event.state.amount?.minor === 0) return null
  // Its provider reports more than payments.
  if (event.kind === 'other') return null
  deps.log.warn({ connection, eventId }, 'a webhook event names no payment of ours')
  await tx
    .updateTable('payment_webhooks')
    .set({ error: 'no such payment' })
    .where('connection', '=', connection)
    .where('event_id', '=', eventId)
    .execute()
  return null
}

/** The waiting hint with that id, if any. */
async function waitingHint(deps: PaymentDeps, { connection, eventId }: StoredEvent) {
  const row = await deps.db
    .selectFrom('payment_webhooks')
    .select(['body', 'received_at'])
    .where('connection', '=', connection)
    .where('event_id', '=', eventId)
    .where('processed_at', 'is', null)
    .executeTakeFirst()
  const event = row?.body as unknown as ProviderEvent | WebhookHint | undefined
  return row && event?.kind === 'hint' ? { providerRef: event.providerRef, receivedAt: row.received_at } : null
}

/**
 * Calls the provider outside a transaction. A hint that arrived again meanwhile keeps waiting, since there may be newer
 * events.
 */
async function followHint(
  deps: PaymentDeps,
  { connection, eventId }: StoredEvent,
  hint: { readonly providerRef: string; readonly receivedAt: Date },
): Promise<void> {
  const provider = deps.connections.byId(connection)?.provider
  if (!provider?.fetchEvents) throw new Error(`payment connection ${connection} cannot be asked about a hint`)
  const events = hideCards(deps.sealKeys, await provider.fetchEvents(hint.providerRef))
  if (!(await concernsUs(deps, connection, [{ kind: 'hint', providerRef: hint.providerRef }, ...events]))) {
    // Nothing is kept of what a stranger made up.
    await deps.db
      .deleteFrom('payment_webhooks')
      .where('connection', '=', connection)
      .where('event_id', '=', eventId)
      .where('received_at', '=', hint.receivedAt)
      .execute()
    return
  }
  await deps.db.transaction().execute(async (tx) => {
    const receivedAt = deps.clock()
    await queueEvents(
      tx,
      await storeEvents(
        tx,
        events.map((event) => ({ connection, event, receivedAt })),
      ),
    )
    await tx
      .updateTable('payment_webhooks')
      .set({ processed_at: deps.clock() })
      .where('connection', '=', connection)
      .where('event_id', '=', eventId)
      .where('received_at', '=', hint.receivedAt)
      .execute()
  })
}

/** Whether one of the events names a payment or refund of this database. */
async function concernsUs(
  { db, everyDatabase }: PaymentDeps,
  connection: string,
  events: readonly (ProviderEvent | WebhookHint)[],
): Promise<boolean> {
  const here = everyDatabase().find((one) => one.db === db)
  if (!here) return true
  for (const event of events) if (await knows(here, connection, event)) return true
  return false
}

/** Whether no one else has the event's lock, which is then ours. */
async function lockIfFree(tx: Tx, { connection, eventId }: StoredEvent): Promise<boolean> {
  const query = tx
    .selectFrom('payment_webhooks')
    .select('event_id')
    .where('connection', '=', connection)
    .where('event_id', '=', eventId)
  return (await query.forUpdate().skipLocked().executeTakeFirst()) !== undefined
}

/** Processes events that should have been processed by now, for example after a crash. */
export const sweepWebhooks = (deps: PaymentDeps): Promise<void> =>
  sweepDue({
    ...sweep(),
    start: { received_at: new Date(0), connection: '', event_id: '' },
    rowsAfter: (last: Place, size): Promise<Waiting[]> => waitingAfter(deps, last, size),
    work: ({ connection, event_id: eventId }) => processWebhook(deps, { connection, eventId }, 'leave'),
    onError: (error, { connection, event_id: eventId }) =>
      deps.log.error({ err: error, connection, eventId }, 'a webhook event could not be processed'),
    // The events of a payment in the order in which they arrived.
    keyOf: ({ connection, event_id: eventId, payment }) => payment ?? `${connection} ${eventId}`,
  })

interface Place {
  readonly received_at: Date
  readonly connection: string
  readonly event_id: string
}
interface Waiting extends Place {
  readonly payment: string | null
}

const waitingAfter = ({ db, clock }: PaymentDeps, last: Place, size: number): Promise<Waiting[]> =>
  db
    .selectFrom('payment_webhooks')
    .select(['connection', 'event_id', 'received_at', sql<string | null>`body #>> '{state,reference}'`.as('payment')])
    .where('processed_at', 'is', null)
    .where('received_at', '<', new Date(clock().getTime() - 60_000))
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('received_at', 'connection', 'event_id'),
        '>',
        tuple(last.received_at, last.connection, last.event_id),
      ),
    )
    .orderBy('received_at')
    .orderBy('connection')
    .orderBy('event_id')
    .limit(size)
    .execute()

/**
 * The attempt of an event under its lock: found by our reference, by the provider's, or for a refund by our reference
 * of it.
 */
async function lockAttemptOf(tx: Tx, connection: string, { kind, state }: ProviderEvent): Promise<Attempt | null> {
  if (kind === 'other') return null
  const reference = state.reference !== null && isUuid(state.reference) ? state.reference : null
  if (kind === 'refund' && reference !== null) {
    const attempt = await refundedAttempt(tx, connection, reference)
    if (attempt) return lockAttempt(tx, attempt)
  }
  const query = tx
    .selectFrom('payment_attempts')
    .select(attemptColumns)
    .where('connection', '=', connection)
    .forUpdate()
  const found =
    (reference === null ? undefined : await query.where('id', '=', reference).executeTakeFirst()) ??
    (state.providerRef === null
      ? undefined
      : await query.where('provider_ref', '=', state.providerRef).executeTakeFirst())
  return found ? toAttempt(found) : null
}

async function refundedAttempt(tx: Tx, connection: string, refundId: string): Promise<string | undefined> {
  const found = await tx
    .selectFrom('refunds as r')
    .innerJoin('payment_attempts as a', 'a.id', 'r.attempt_id')
    .select('a.id')
    .where('r.id', '=', refundId)
    .where('a.connection', '=', connection)
    .executeTakeFirst()
  return found?.id
}

/** @returns the attempt afterwards; `isChanged` if credits, level or term of its member changed */
async function act(
  deps: PaymentDeps,
  tx: Tx,
  attempt: Attempt,
  event: ProviderEvent,
): Promise<(Applied & { readonly isChanged?: boolean }) | null> {
  switch (event.kind) {
    case 'payment':
      // An unknown state changes nothing.
      return event.state.state === 'unknown' ? null : applyToLocked(deps, tx, attempt, event.state, 'webhook')
    case 'approved':
      await askNow(deps, tx, attempt)
      return null
    case 'refund':
      await applyRefund(deps, tx, attempt, event)
      return null
    case 'dispute':
      return disputed(deps, tx, attempt, event)
    case 'other':
      return null
  }
}

/**
 * Schedules an immediate check by the poller, outside this transaction. A closed attempt is left alone: nothing is
 * captured for it.
 */
async function askNow(deps: PaymentDeps, tx: Tx, { id, state }: Attempt): Promise<void> {
  if (!isOpen(state)) return
  const now = deps.clock()
  await tx.updateTable('payment_attempts').set({ check_at: now }).where('id', '=', id).execute()
  await scheduleCheck(tx, id, now)
}

async function applyRefund(
  deps: PaymentDeps,
  tx: Tx,
  attempt: Attempt,
  { state, refundRef }: ProviderEvent,
): Promise<void> {
  if (await isPaymentOfAnother(tx, attempt, state.providerRef)) {
    await flag(deps, tx, attempt, 'other_reference')
    return
  }
  await recordRefund(deps, tx, attempt, {
    reference: state.reference !== null && isUuid(state.reference) ? state.reference : null,
    // Events stored before this field existed lack it.
    refundRef: refundRef ?? null,
    done: state.state === 'captured',
    amount: state.amount,
  })
}

/** Whether the refund names one order by its reference and another by its payment. */
async function isPaymentOfAnother(tx: Tx, { id, connection }: Attempt, providerRef: string | null): Promise<boolean> {
  if (providerRef === null) return false
  const named = await tx
    .selectFrom('payment_attempts')
    .select('id')
    .where('connection', '=', connection)
    .where('provider_ref', '=', providerRef)
    .execute()
  return named.length > 0 && named.every((one) => one.id !== id)
}

async function disputed(
  deps: PaymentDeps,
  tx: Tx,
  attempt: Attempt,
  event: ProviderEvent,
): ReturnType<typeof applyDispute> {
  const applied = await applyDispute(deps, tx, attempt, event)
  await noteDispute(tx, attempt.id, event)
  return applied
}

/** Applies a dispute to its payment. A decided one is not reopened by a late event. */
async function applyDispute(
  deps: PaymentDeps,
  tx: Tx,
  attempt: Attempt,
  { state }: ProviderEvent,
): Promise<Applied & { readonly isChanged?: boolean }> {
  const applied = { attempt, granted: false }
  const to = ({ processing: 'disputed', captured: 'won', failed: 'lost' } as const)[
    state.state as 'processing' | 'captured' | 'failed'
  ]
  const isDecided = attempt.state === 'won' || attempt.state === 'lost'
  if (!to || attempt.state === to || (to === 'disputed' && isDecided)) return applied
  if (attempt.refund_due_at !== null && attempt.granted_at === null)
    return { attempt: await stopChoice(deps, tx, attempt, `late_${to}`), granted: false }
  await moveAttempt(deps, tx, attempt, to)
  const moved = await lockAttempt(tx, attempt.id)
  if (moved.state !== to) return applied
  if (to === 'disputed') await openDispute(deps, tx, moved)
  else if (to === 'won') await winDispute(deps, tx, moved)
  else await loseDispute(deps, tx, moved)
  return { ...applied, isChanged: true }
}
