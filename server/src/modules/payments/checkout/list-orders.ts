import { decimal, routes, type Locale, type OrderState, orderNumberOf } from '@incontro/contract'
import type { Order, Subscription as SubscriptionView } from '@incontro/contract/domain'
import { own, type Http } from '#platform/http/bind.ts'
import { currentSubscription, type Subscription } from '#modules/subscriptions/index.ts'
import { isOpen } from '../attempts/attempt-machine.ts'
import { toAttempt, type Attempt } from '../attempts/attempts.ts'
import type { PaymentDeps } from '../deps.ts'
import { keepUntil, paidAfterClosing } from '../attempts/paid-twice.ts'
import { monthOfExpiringCard } from '../renewals/card-expiry.ts'
import { reminderOf } from '../renewals/reminders.ts'
import { memberInvoices, type MemberInvoice } from '../invoices/member-invoices.ts'

/** Lists a member's plan and orders. */
export function ordersRoute(http: Http, deps: PaymentDeps): void {
  http.bind(routes.orders, async ({ member, params }) => {
    own(member, params.trackerId)
    const now = deps.clock()
    const [term, rows] = await Promise.all([
      currentSubscription(deps.db, member.memberId, now),
      deps.db
        .selectFrom('payment_attempts')
        .selectAll()
        .where('member_id', '=', member.memberId)
        .where('amount_minor', '>', 0)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(50)
        .execute(),
    ])
    const attempts = rows.map(toAttempt)
    const invoices = await memberInvoices(
      deps.db,
      member.memberId,
      attempts.map(({ id }) => id),
    )
    const waiting = attempts.filter((attempt) => keepUntil(attempt, now) !== null)
    const closed = await paidAfterClosing(
      deps.db,
      waiting.map(({ id }) => id),
    )
    return {
      subscription: term
        ? subscriptionOf(term, {
            locale: member.locale,
            now,
            cardExpires: await monthOfExpiringCard(deps.db, term),
            reminded: await isReminded(deps, term),
          })
        : null,
      orders: attempts.map((attempt) =>
        orderOf(attempt, {
          locale: member.locale,
          invoices: invoices.filter((invoice) => invoice.attempt_id === attempt.id),
          accountClosed: closed.has(attempt.id),
          now,
        }),
      ),
    }
  })
}

/** Only what the mail server took, and what did not come back. */
const isReminded = async ({ db }: PaymentDeps, term: Subscription): Promise<boolean> =>
  term.notice_sent_at !== null && (await reminderOf(db, term)).state === 'sent'

interface Shown {
  readonly locale: Locale
  readonly now: Date
  readonly cardExpires: string | null
  readonly reminded: boolean
}

function subscriptionOf(term: Subscription, { locale, now, cardExpires, reminded }: Shown): SubscriptionView {
  const ending = term.state === 'cancelled' || !term.renews
  const until = term.period_end.toISOString()
  return {
    planName: term.plan.name[locale],
    state: ending ? 'ending' : term.state === 'past_due' ? 'past_due' : 'renewing',
    price: decimal(term.plan.totalMinor, term.plan.currency),
    currency: term.plan.currency,
    period: term.plan.period && { ...term.plan.period },
    paidUntil: until,
    renewsAt: !ending && term.state !== 'past_due' ? until : null,
    endsAt: ending ? until : null,
    cardExpires: ending || term.state === 'past_due' ? null : cardExpires,
    reminded: !ending && reminded,
    nextTryAt: term.state === 'past_due' ? (term.next_try_at?.toISOString() ?? null) : null,
    graceUntil: term.state === 'past_due' ? (term.grace_until?.toISOString() ?? null) : null,
    next:
      term.next_plan && !ending
        ? {
            planName: term.next_plan.plan.name[locale],
            price: decimal(term.next_plan.plan.totalMinor, term.next_plan.plan.currency),
            currency: term.next_plan.plan.currency,
            period: term.next_plan.plan.period && { ...term.next_plan.plan.period },
          }
        : null,
    cancellable: !ending,
    resumable: term.state === 'cancelled' && term.renews && term.card_token_id !== null && term.period_end > now,
  }
}

const orderOf = (
  attempt: Attempt,
  {
    locale,
    invoices,
    accountClosed,
    now,
  }: {
    readonly locale: Locale
    readonly invoices: readonly MemberInvoice[]
    readonly accountClosed: boolean
    readonly now: Date
  },
): Order => ({
  reference: attempt.id,
  number: orderNumberOf(attempt.id),
  time: attempt.created_at.toISOString(),
  planName: attempt.plan.name[locale],
  total: decimal(attempt.amount_minor, attempt.currency),
  credit: decimal(attempt.credit_minor, attempt.currency),
  credits: attempt.plan.period === null ? attempt.plan.credits : 0,
  currency: attempt.currency,
  state: orderStateOf(attempt),
  refunded: decimal(attempt.refunded_minor, attempt.currency),
  renewal: attempt.renewal_of !== null,
  withdrawn: attempt.withdrawn_at !== null,
  keepUntil: keepUntil(attempt, now)?.toISOString() ?? null,
  accountClosed,
  invoices: invoices.map(({ number, kind }) => ({ number, kind: kind === 'credit_note' ? 'credit_note' : 'invoice' })),
})

function orderStateOf(attempt: Attempt): OrderState {
  const { state, flagged, granted_at: grantedAt, refund_due_at: refundDueAt } = attempt
  // Paid for nothing: refunded, once that was asked for.
  if (refundDueAt !== null && grantedAt === null) return flagged === null ? 'refunded' : 'pending'
  switch (state) {
    case 'partially_refunded':
    case 'refunded':
    case 'disputed':
      return state
    case 'lost':
      return 'refunded'
    case 'authorised':
    case 'captured':
    case 'won':
      return 'paid'
    default:
      if (isOpen(state) || (flagged !== null && grantedAt === null)) return 'pending'
      // Paid for nothing, and given back by a person or in the provider's console.
      if (attempt.refunded_minor === 0) return 'failed'
      return attempt.refunded_minor < attempt.amount_minor ? 'partially_refunded' : 'refunded'
  }
}
