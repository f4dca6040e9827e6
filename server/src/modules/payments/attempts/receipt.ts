import { decimal, type Locale } from '@incontro/contract'
import type { Email } from '#modules/outreach/index.ts'
import type { Subscription } from '#modules/subscriptions/index.ts'
import type { Attempt } from './attempts.ts'
import type { PaymentDeps } from '../deps.ts'
import type { Invoice } from '../invoices/issue.ts'
import { withdrawUntil } from '../withdrawals/refundable.ts'
import { messagesFor } from '../messages-for.ts'

/** The receipt of a granted attempt, in the member's language. */
export function receiptOf(
  deps: Pick<PaymentDeps, 'brandOf' | 'flows'>,
  attempt: Attempt,
  facts: {
    invoice: Invoice
    to: string
    locale: Locale
    country: string
    term: Subscription | null
    last4: string | null
    at: Date
  },
): Extract<Email, { kind: 'receipt' }> {
  const { plan } = attempt
  const brand = deps.brandOf(attempt.brand_id)
  const { invoice } = facts
  return {
    brandId: attempt.brand_id,
    memberId: attempt.member_id,
    kind: 'receipt',
    to: facts.to,
    locale: facts.locale,
    props: {
      order: attempt.id,
      plan: plan.name[facts.locale],
      total: decimal(attempt.amount_minor, attempt.currency),
      ...(attempt.credit_minor > 0
        ? {
            price: decimal(plan.totalMinor, attempt.currency),
            credit: decimal(attempt.credit_minor, attempt.currency),
          }
        : {}),
      invoice: invoice.number,
      seller: invoice.seller,
      vat: decimal(invoice.vatMinor, attempt.currency),
      vatRate: invoice.vatRate,
      currency: attempt.currency,
      credits: plan.credits,
      messages: messagesFor(deps, attempt, plan.credits),
      level: plan.level,
      paidAt: facts.at.toISOString(),
      periodStart: facts.term?.period_start.toISOString() ?? null,
      periodEnd: facts.term?.period_end.toISOString() ?? null,
      renews: plan.renews,
      noticeDays: brand?.renewal.noticeDays ?? 0,
      withdrawUntil: withdrawUntil(facts.at, facts.country).toISOString(),
      descriptor: deps.flows.of(attempt.brand_id, attempt.flow_id).descriptor,
      last4: facts.last4,
    },
  }
}
