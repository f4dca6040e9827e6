import * as z from 'zod/mini'
import { paymentSystems } from '../codes.ts'
import { text } from '../fields.ts'
import { route } from '../route.ts'
import { brandParams, day, done, localeSchema, reason, time } from './fields.ts'
import { orderStates } from './order-words.ts'
import { may } from './permissions.ts'

const tag = 'staff'
const ofOrder = z.strictObject({ ...brandParams.shape, order: z.uuid() })

const orderShape = {
  id: z.uuid(),
  /** As the member reads it. */
  number: z.string(),
  at: time,
  plan: z.string(),
  /** What its member reads, in each language; null for an order of before names were kept with it. */
  planName: z.nullable(z.record(localeSchema, z.string())),
  state: z.enum(orderStates),
  provider: z.string(),
  providerRef: z.nullable(z.string()),
  /** Of the member now. */
  country: z.string(),
  amountMinor: z.int(),
  refundedMinor: z.int(),
  currency: z.string(),
  isRenewal: z.boolean(),
  /** Why it waits for a person. */
  flagged: z.nullable(z.string()),
  /** For what else it does. */
  furtherFlags: z.array(z.string()),
}
const order = z.strictObject(orderShape)
export type OrderRow = z.infer<typeof order>

const event = { at: time }
export const history = z.array(
  z.discriminatedUnion('kind', [
    z.strictObject({
      ...event,
      kind: z.literal('step'),
      from: z.string(),
      to: z.string(),
      cause: z.string(),
    }),
    z.strictObject({
      ...event,
      kind: z.literal('refund'),
      amountMinor: z.int(),
      reason: z.enum(['withdrawal', 'back_office', 'paid_twice']),
      state: z.enum(['submitting', 'accepted', 'refunded', 'refused', 'failed']),
      providerRef: z.nullable(z.string()),
    }),
    z.strictObject({ ...event, kind: z.literal('dispute'), state: z.enum(['open', 'won', 'lost', 'refunded']) }),
    z.strictObject({
      ...event,
      kind: z.literal('document'),
      document: z.enum(['invoice', 'credit_note']),
      number: z.string(),
      totalMinor: z.int(),
      vatMinor: z.int(),
    }),
    z.strictObject({
      ...event,
      kind: z.literal('mail'),
      mail: z.string(),
      state: z.enum(['queued', 'sent', 'dead', 'withheld', 'bounced']),
    }),
    z.strictObject({ ...event, kind: z.literal('term'), edge: z.enum(['begins', 'ends']) }),
    /** Another order: the one it changed, the one in its place, another payment of its plan. */
    z.strictObject({
      ...event,
      kind: z.literal('order'),
      relation: z.enum(['changed', 'replacement', 'plan']),
      order: z.uuid(),
      state: z.enum(orderStates),
    }),
    z.strictObject({
      ...event,
      kind: z.literal('request'),
      amountMinor: z.int(),
      state: z.enum(['done', 'waiting', 'approved', 'refused', 'withdrawn']),
      by: z.string(),
    }),
  ]),
)
export type OrderEvent = z.infer<typeof history>[number]

const file = z.strictObject({
  ...orderShape,
  connection: z.string(),
  /** What the member read when it was declined. */
  code: z.nullable(z.string()),
  memberId: z.uuid(),
  /** Whether there is still an account; the payments of who was erased stay for the books. */
  hasMember: z.boolean(),
  flow: z.string(),
  grantedAt: z.nullable(time),
  withdrawnAt: z.nullable(time),
  creditMinor: z.int(),
  /** What can still be refunded: nothing before the provider knows it. */
  leftMinor: z.int(),
  underWayMinor: z.int(),
  flaggedAt: z.nullable(time),
  /** When it is refunded without a decision. */
  refundDueAt: z.nullable(time),
  /** A dispute that was lost, for what the member had used. */
  claimMinor: z.nullable(z.int()),
  history,
})
export type OrderFile = z.infer<typeof file>

export const orderRoutes = {
  orders: route({
    id: 'orders',
    method: 'GET',
    path: '/admin/api/:brand/orders',
    tag,
    access: may('readMoney'),
    summary:
      'Orders of the brand, newest first, 50 a page: of the last 31 days or those named, by the calendar of the company. With `search`, those with exactly this order number (or id) or reference of the provider, of any day.',
    params: brandParams,
    query: z.strictObject({
      search: z.optional(text(100)),
      state: z.optional(z.enum(orderStates)),
      provider: z.optional(z.enum(paymentSystems)),
      country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
      from: z.optional(day),
      to: z.optional(day),
      afterAt: z.optional(time),
      afterId: z.optional(z.uuid()),
    }),
    reply: z.strictObject({ orders: z.array(order), more: z.boolean() }),
    failures: [401, 403],
  }),
  openOrder: route({
    id: 'openOrder',
    method: 'POST',
    path: '/admin/api/:brand/orders/:order/open',
    tag,
    access: may('readMoney'),
    summary: 'An order with everything that happened to it, oldest first. Each opening is recorded with its reason.',
    params: ofOrder,
    body: z.strictObject({ reason }),
    reply: file,
    failures: [400, 401, 403, 404],
  }),
  waitingMoney: route({
    id: 'waitingMoney',
    method: 'GET',
    path: '/admin/api/:brand/money/waiting',
    tag,
    access: may('readMoney'),
    summary:
      'What waits for a person, longest first, at most 200 of each: flagged payments, claims of lost disputes, events of providers that match no payment, renewals that were not announced.',
    params: brandParams,
    reply: z.strictObject({
      payments: z.array(
        z.strictObject({
          ...orderShape,
          flagged: z.string(),
          flaggedAt: time,
          refundDueAt: z.nullable(time),
        }),
      ),
      claims: z.array(z.strictObject({ order: z.uuid(), at: time, usedMinor: z.int(), currency: z.string() })),
      strays: z.array(z.strictObject({ connection: z.string(), event: z.string(), at: time })),
      renewals: z.array(
        z.strictObject({
          subscription: z.uuid(),
          memberId: z.uuid(),
          renewsAt: time,
          /** Until when a reminder would still count. */
          until: time,
        }),
      ),
    }),
    failures: [401, 403],
  }),
  resolvePayment: route({
    id: 'resolvePayment',
    method: 'POST',
    path: '/admin/api/:brand/orders/:order/resolve',
    tag,
    access: may('resolvePayments'),
    summary:
      'Closes one thing that waits of an order, once it was looked after: the flag that is named, or with null the claim of its lost dispute (`nothing_waits`: it does not wait any more).',
    params: ofOrder,
    body: z.strictObject({ flagged: z.nullable(z.string().check(z.maxLength(100))), reason }),
    reply: done,
    failures: [401, 403, 404, 409],
  }),
} as const
