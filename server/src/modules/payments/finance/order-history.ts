import type { OrderEvent, OrderState } from '@incontro/contract/admin'
import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import type { Attempt } from '../attempts/attempts.ts'
import { invoiceNumber } from '../invoices/issue.ts'
import type { FinanceDeps } from './deps.ts'

/** Newest of each kind that the page shows. */
const most = 100

/** Everything that happened to an order, oldest first. */
export async function historyOf(
  { db, namesOf }: Pick<FinanceDeps, 'db' | 'namesOf'>,
  attempt: Attempt,
): Promise<OrderEvent[]> {
  const events = [
    ...(await stepsOf(db, namesOf, attempt.id)),
    ...(await refundsOf(db, attempt.id)),
    ...(await requestsOf(db, namesOf, attempt)),
    ...(await disputeOf(db, attempt.id)),
    ...(await documentsOf(db, attempt.id)),
    ...(await mailsOf(db, attempt)),
    ...(await relatedTo(db, attempt)),
    ...termOf(attempt),
  ]
  return events.toSorted((one, other) => one.at.localeCompare(other.at))
}

type NamesOf = FinanceDeps['namesOf']
const staffIn = /\bstaff:([0-9a-f-]{36})\b/g

/** What was written as the cause of a step names staff by id: people read names. */
async function stepsOf(db: Executor, namesOf: NamesOf, id: string): Promise<OrderEvent[]> {
  const rows = await db
    .selectFrom('payment_transitions')
    .select(['created_at', 'from_state', 'to_state', 'cause'])
    .where('attempt_id', '=', id)
    .orderBy('n', 'desc')
    .limit(most)
    .execute()
  const names = await namesOf(rows.flatMap(({ cause }) => [...cause.matchAll(staffIn)].map(([, who = '']) => who)))
  return rows.toReversed().map((row) => ({
    kind: 'step',
    at: row.created_at.toISOString(),
    from: row.from_state,
    to: row.to_state,
    cause: row.cause.replace(staffIn, (all, who: string) => names.get(who) ?? all),
  }))
}

async function refundsOf(db: Executor, id: string): Promise<OrderEvent[]> {
  const rows = await db
    .selectFrom('refunds')
    .select(['created_at', 'amount_minor', 'reason', 'state', 'provider_ref'])
    .where('attempt_id', '=', id)
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => ({
    kind: 'refund',
    at: row.created_at.toISOString(),
    amountMinor: row.amount_minor,
    reason: row.reason as Extract<OrderEvent, { kind: 'refund' }>['reason'],
    state: row.state as Extract<OrderEvent, { kind: 'refund' }>['state'],
    providerRef: row.provider_ref,
  }))
}

/** Refunds that were asked of a second person; those done at once are among the refunds. */
async function requestsOf(db: Executor, namesOf: NamesOf, { id, member_id }: Attempt): Promise<OrderEvent[]> {
  const rows = await db
    .selectFrom('approval_requests')
    .select(['requested_at', 'requested_by', 'amount', 'state'])
    .where('member_id', '=', member_id)
    .where('kind', '=', 'refund')
    .where('state', '<>', 'done')
    .where(sql`body ->> 'order'`, '=', id)
    .orderBy('requested_at', 'desc')
    .limit(most)
    .execute()
  const idOf = (by: string) => by.replace(/^staff:/, '')
  const names = await namesOf(rows.map(({ requested_by: by }) => idOf(by)))
  return rows.map((row) => ({
    kind: 'request',
    at: row.requested_at.toISOString(),
    amountMinor: row.amount,
    state: row.state as Extract<OrderEvent, { kind: 'request' }>['state'],
    by: names.get(idOf(row.requested_by)) ?? '—',
  }))
}

async function disputeOf(db: Executor, id: string): Promise<OrderEvent[]> {
  const row = await db
    .selectFrom('disputes')
    .select(['state', 'opened_at', 'updated_at'])
    .where('attempt_id', '=', id)
    .executeTakeFirst()
  if (!row) return []
  const state = row.state as Extract<OrderEvent, { kind: 'dispute' }>['state']
  return [
    { kind: 'dispute', at: row.opened_at.toISOString(), state: 'open' },
    ...(state === 'open' ? [] : [{ kind: 'dispute' as const, at: row.updated_at.toISOString(), state }]),
  ]
}

async function documentsOf(db: Executor, id: string): Promise<OrderEvent[]> {
  const rows = await db
    .selectFrom('invoices')
    .select(['issued_at', 'kind', 'year', 'number', 'total_minor', 'vat_minor'])
    .where('attempt_id', '=', id)
    .orderBy('issued_at', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => ({
    kind: 'document',
    at: row.issued_at.toISOString(),
    document: row.kind as 'invoice' | 'credit_note',
    number: invoiceNumber(row),
    totalMinor: row.total_minor,
    vatMinor: row.vat_minor,
  }))
}

/** Mails that name the order, or the plan that it paid. */
async function mailsOf(db: Executor, { id, member_id, subscription_id, created_at }: Attempt): Promise<OrderEvent[]> {
  const rows = await db
    .selectFrom('emails')
    .select(['kind', 'state', 'created_at', 'sent_at'])
    .where('member_id', '=', member_id)
    .where('created_at', '>=', created_at)
    .where((eb) =>
      eb.or([
        eb(sql`props ->> 'order'`, '=', id),
        ...(subscription_id === null ? [] : [eb(sql`props ->> 'subscription'`, '=', subscription_id)]),
      ]),
    )
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => ({
    kind: 'mail',
    at: (row.sent_at ?? row.created_at).toISOString(),
    mail: row.kind,
    state: row.state as Extract<OrderEvent, { kind: 'mail' }>['state'],
  }))
}

/** Other orders that belong to it. */
async function relatedTo(db: Executor, attempt: Attempt): Promise<OrderEvent[]> {
  const { id, member_id, subscription_id, change_of, replaced_by } = attempt
  const rows = await db
    .selectFrom('payment_attempts')
    .select(['id', 'created_at', 'state'])
    .where('member_id', '=', member_id)
    .where('id', '<>', id)
    .where((eb) =>
      eb.or([
        eb('id', 'in', [change_of, replaced_by].filter((one): one is string => one !== null).concat(id)),
        ...(subscription_id === null ? [] : [eb('subscription_id', '=', subscription_id)]),
      ]),
    )
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => ({
    kind: 'order',
    at: row.created_at.toISOString(),
    relation: row.id === change_of ? 'changed' : row.id === replaced_by ? 'replacement' : 'plan',
    order: row.id,
    state: row.state as OrderState,
  }))
}

const termOf = ({ term_start, term_end }: Attempt): OrderEvent[] => [
  ...(term_start ? [{ kind: 'term' as const, at: term_start.toISOString(), edge: 'begins' as const }] : []),
  ...(term_end ? [{ kind: 'term' as const, at: term_end.toISOString(), edge: 'ends' as const }] : []),
]
