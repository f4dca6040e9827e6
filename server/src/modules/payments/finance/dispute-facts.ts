import type { DisputeFact } from '@incontro/contract/admin'
import { decimal, orderNumberOf } from '@incontro/contract'
import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import type { Attempt } from '../attempts/attempts.ts'
import { invoiceNumber } from '../invoices/issue.ts'
import type { FinanceDeps } from './deps.ts'
import type { DisputeOfOrder } from './disputes.ts'

/** Lines of each kind: a bank reads a page. */
const most = 12

/**
 * What our rows say of a contested order, in English, which all banks take. Nothing that anybody wrote or looked at, and
 * no other member's data. Of a member who was erased only the order is left.
 */
export async function factsOf(
  tx: Executor,
  { messagesSent, brandOf }: Pick<FinanceDeps, 'messagesSent' | 'brandOf'>,
  attempt: Attempt,
  dispute: DisputeOfOrder,
): Promise<DisputeFact[]> {
  const from = attempt.granted_at ?? attempt.created_at
  const money = (minor: number) => `${decimal(minor, attempt.currency)} ${attempt.currency}`
  const messages = await messagesSent(tx, attempt.member_id, { from, until: dispute.opened_at })
  const title = brandOf(attempt.brand_id)?.title ?? attempt.brand_id
  const facts: readonly (readonly [DisputeFact['kind'], readonly string[]])[] = [
    [
      'order',
      [
        `Order ${orderNumberOf(attempt.id)} at ${title}, placed on ${at(attempt.created_at)}.`,
        `Sold: ${nameOf(attempt)}, for ${money(attempt.amount_minor)}. Digital service, nothing was shipped.`,
        ...(attempt.provider_ref === null ? [] : [`Reference of the payment: ${attempt.provider_ref}.`]),
        ...(attempt.renewal_of === null ? [] : ['It is a renewal of a plan that the customer had not cancelled.']),
      ],
    ],
    ['delivery', deliveryOf(attempt, dispute)],
    ['sign_ins', await signInsOf(tx, attempt, from)],
    [
      'messages',
      messages.count === 0 || messages.first === null || messages.last === null
        ? []
        : [
            `Messages that the customer sent after the order and before the dispute: ${messages.count}, the first on ${at(messages.first)}, the last on ${at(messages.last)}.`,
          ],
    ],
    ['consents', await consentsOf(tx, attempt)],
    [
      'waiver',
      attempt.accepts.immediateStart
        ? [
            `When ordering, on ${at(attempt.created_at)}, the customer expressly asked that the service begin at once and acknowledged the effect on the right of withdrawal (text of ${attempt.accepts.textVersion}).`,
          ]
        : [],
    ],
    ['receipts', await receiptsOf(tx, attempt)],
    [
      'refunds',
      attempt.refunded_minor > 0 ? [`Already paid back to the customer: ${money(attempt.refunded_minor)}.`] : [],
    ],
  ]
  return facts.flatMap(([kind, lines]) => (lines.length === 0 ? [] : [{ kind, text: lines.join('\n') }]))
}

/** To the second, in UTC: a bank compares it with its own times. */
const at = (time: Date): string => `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** Of what changes while it is read: the day alone, so that what is sent is what was read. */
const dayOf = (time: Date): string => time.toISOString().slice(0, 10)

const nameOf = ({ plan, plan_id }: Attempt): string => plan.name?.en ?? plan_id

function deliveryOf(attempt: Attempt, { credits, opened_at }: DisputeOfOrder): string[] {
  const { granted_at, plan } = attempt
  if (granted_at === null) return []
  return [
    `Delivered to the customer’s account on ${at(granted_at)}.`,
    ...usableTimeOf(attempt, opened_at),
    ...(plan.credits > 0
      ? [
          `Credits delivered: ${plan.credits}; of these, ${Math.max(0, plan.credits - credits)} were spent before the dispute.`,
        ]
      : []),
  ]
}

function usableTimeOf({ term_start, term_end, term_resumes_at }: Attempt, opened: Date): string[] {
  if (term_start === null || term_end === null) return []
  const until = term_end < opened ? term_end : opened
  if (term_resumes_at === null) return [`The plan could be used from ${at(term_start)} until ${at(until)}.`]
  // Its dates have moved by as long as it stood still.
  const daysUntil = (time: Date) => Math.round((time.getTime() - term_start.getTime()) / 86_400_000)
  const used = daysUntil(until > term_resumes_at ? until : term_resumes_at)
  return [
    `The plan’s time stood still for a while: of its ${daysUntil(term_end)} days, ${used} could be used before the dispute.`,
  ]
}

/** Sessions that still exist: those that have ended are deleted. */
async function signInsOf(tx: Executor, { member_id }: Attempt, from: Date): Promise<string[]> {
  const sessions = await tx
    .selectFrom('sessions')
    .select(['device', 'created_at', 'last_seen_at'])
    .where('member_id', '=', member_id)
    .where('last_seen_at', '>=', from)
    .orderBy('created_at')
    .limit(most)
    .execute()
  const member = await tx
    .selectFrom('members')
    .select(['created_at', 'email_confirmed_at', 'last_active_at', 'state'])
    .where('id', '=', member_id)
    .executeTakeFirst()
  if (!member || member.state === 'deleted') return []
  return [
    `The customer’s account was created on ${at(member.created_at)}${member.email_confirmed_at ? `, and its email address confirmed on ${at(member.email_confirmed_at)}` : ''}.`,
    ...sessions.map(
      (one) => `Signed in on ${at(one.created_at)} (${one.device}), last there on ${dayOf(one.last_seen_at)}.`,
    ),
    ...(member.last_active_at >= from ? [`Last active on ${dayOf(member.last_active_at)}.`] : []),
  ]
}

const consentNames: Readonly<Record<string, string>> = {
  terms: 'the terms of use',
  clauses: 'the clauses that need separate approval',
  adult: 'being at least 18 years old',
  renewal: 'the renewal of the plan and its price',
}

async function consentsOf(tx: Executor, { member_id, created_at }: Attempt): Promise<string[]> {
  const rows = await tx
    .selectFrom('consents')
    .select(['kind', 'text_version', 'given_at'])
    .where('member_id', '=', member_id)
    .where('granted', '=', true)
    .where('kind', 'in', Object.keys(consentNames))
    // Given when ordering, or before.
    .where('given_at', '<=', created_at)
    .orderBy('given_at')
    .limit(most)
    .execute()
  return rows.map(
    (one) => `The customer agreed to ${consentNames[one.kind]} on ${at(one.given_at)} (text of ${one.text_version}).`,
  )
}

/** Mails about an order that left, and its documents. */
async function receiptsOf(tx: Executor, { id, member_id, subscription_id, created_at }: Attempt): Promise<string[]> {
  const invoices = await tx
    .selectFrom('invoices')
    .select(['kind', 'year', 'number', 'issued_at'])
    .where('attempt_id', '=', id)
    .orderBy('issued_at')
    .limit(most)
    .execute()
  const mails = await tx
    .selectFrom('emails')
    .select(['kind', 'sent_at'])
    .where('member_id', '=', member_id)
    .where('created_at', '>=', created_at)
    .where('state', '=', 'sent')
    .where('kind', 'in', ['receipt', 'renewal-notice'])
    .where((eb) =>
      eb.or([
        eb(sql`props ->> 'order'`, '=', id),
        ...(subscription_id === null ? [] : [eb(sql`props ->> 'subscription'`, '=', subscription_id)]),
      ]),
    )
    .orderBy('created_at')
    .limit(most)
    .execute()
  return [
    ...invoices.map(
      (one) =>
        `${one.kind === 'invoice' ? 'Invoice' : 'Credit note'} ${invoiceNumber(one)} was issued on ${at(one.issued_at)}.`,
    ),
    ...mails.flatMap((one) =>
      one.sent_at === null
        ? []
        : [
            `${one.kind === 'receipt' ? 'The receipt' : 'The reminder before the renewal'} was sent to the customer’s email address on ${at(one.sent_at)}.`,
          ],
    ),
  ]
}
