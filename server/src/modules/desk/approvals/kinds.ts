import type { StaffRole } from '@incontro/contract'
import type { PermissionId } from '@incontro/contract/admin'
import { minorDigits } from '@incontro/contract/money'
import { grantCreditsIn, type GrantOutcome } from '#modules/accounts/index.ts'
import { refundPaymentIn, type RefundOutcome } from '#modules/payments/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import type { DeskDeps } from '../deps.ts'
import { closed } from '../member-at.ts'
import { bodyOf, type RequestRow } from './request.ts'

/** Who carries a request out. */
interface Author {
  readonly madeBy: string
  readonly address: string
}

interface Kind {
  /** Needed by who asks for it, and by who approves it. */
  readonly permission: PermissionId
  /** What a person does for one member within a day without a second one: credits, or whole units of a currency. */
  readonly most: Readonly<Partial<Record<StaffRole, number>>>
  /** @throws Failure with what kept it from being done */
  carryOut(tx: Tx, deps: DeskDeps, row: RequestRow, email: string, by: Author): Promise<void>
}

const refundFailures: Readonly<Record<Exclude<RefundOutcome, 'asked'>, () => Failure>> = {
  'no such payment': notFound,
  'took no money': () =>
    new Failure(409, 'never_charged', { message: 'No money came in for this order: there is nothing to refund' }),
  'lost to a dispute': () =>
    new Failure(409, 'lost_to_dispute', { message: 'Its payer gets the money back by a dispute' }),
  'more than is left': () => new Failure(409, 'more_than_left', { message: 'This is more than is left of the order' }),
}

const grantFailures: Readonly<Record<Exclude<GrantOutcome, 'granted'>, () => Failure>> = {
  unknown: notFound,
  'granted before': () =>
    new Failure(409, 'granted_before', {
      field: 'reference',
      message: 'This reference granted the member something before',
    }),
  closed,
}

const kinds = {
  refund: {
    permission: 'refundOrders',
    most: { owner: 200, finance: 200, support: 30 },
    async carryOut(tx, deps, row, _email, by) {
      const body = bodyOf(row)
      if (!('order' in body)) throw notFound()
      const refund = { attemptId: body.order, amountMinor: row.amount, reason: row.reason, ...by }
      const outcome = await refundPaymentIn(tx, deps, refund)
      if (outcome !== 'asked') throw refundFailures[outcome]()
    },
  },
  credits: {
    permission: 'grantCredits',
    most: { owner: 200, support: 20 },
    async carryOut(tx, deps, row, email, by) {
      const body = bodyOf(row)
      if (!('account' in body)) throw notFound()
      const grant = { ...body, brandId: row.brand_id, email, count: row.amount, reason: row.reason, ...by }
      const outcome = await grantCreditsIn(tx, deps, grant)
      if (outcome !== 'granted') throw grantFailures[outcome]()
    },
  },
} as const satisfies Readonly<Record<string, Kind>>

export type RequestKind = keyof typeof kinds

export const kindOf = (kind: string): Kind => kinds[kind as RequestKind]

/** What one may do for a member in a day, in the unit of the request's amount. */
export function limitOf(kind: RequestKind, roles: readonly StaffRole[], currency?: string): number {
  const { most }: Kind = kinds[kind]
  const highest = Math.max(0, ...roles.map((role) => most[role] ?? 0))
  return currency === undefined ? highest : highest * 10 ** minorDigits(currency)
}
