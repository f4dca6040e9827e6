import * as z from 'zod/mini'
import { text } from '../fields.ts'
import { route } from '../route.ts'
import { disputeFactKinds, disputeReasons, disputeStages, disputeStates } from './dispute-words.ts'
import { brandParams, localeSchema, reason, time } from './fields.ts'
import { history } from './orders.ts'
import { may } from './permissions.ts'

const tag = 'staff'
const ofOrder = z.strictObject({ ...brandParams.shape, order: z.uuid() })

const rowShape = {
  /** The order whose payment is contested: it has one dispute. */
  order: z.uuid(),
  number: z.string(),
  plan: z.string(),
  planName: z.nullable(z.record(localeSchema, z.string())),
  provider: z.string(),
  amountMinor: z.int(),
  currency: z.string(),
  /** What the payer contests, where the provider says it; it may be a part, or in the currency of the card. */
  contestedMinor: z.nullable(z.int()),
  contestedCurrency: z.nullable(z.string()),
  state: z.enum(disputeStates),
  stage: z.enum(disputeStages),
  reason: z.nullable(z.enum(disputeReasons)),
  dueAt: z.nullable(time),
  openedAt: time,
  updatedAt: time,
}
const row = z.strictObject(rowShape)
export type DisputeRow = z.infer<typeof row>

const answer = z.strictObject({
  kind: z.enum(['evidence', 'acceptance']),
  state: z.enum(['submitting', 'sent', 'refused', 'unclear']),
  at: time,
  by: z.string(),
  /** The evidence as it was sent; null of an accepted loss, and of a member who was erased. */
  text: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** In the provider’s words. */
  refusal: z.nullable(z.string()),
})
export type DisputeAnswerView = z.infer<typeof answer>

const file = z.strictObject({
  ...rowShape,
  providerRef: z.nullable(z.string()),
  connection: z.string(),
  memberId: z.uuid(),
  hasMember: z.boolean(),
  refundedMinor: z.int(),
  /** What the payer had used when it was contested. */
  usedMinor: z.int(),
  /** The characters of evidence that the provider takes; null where it takes none by its API. */
  mostCharacters: z.nullable(z.int()),
  /** The provider’s own console. */
  page: z.nullable(z.string()),
  /** What our rows say, in the language of banks. */
  facts: z.array(z.strictObject({ kind: z.enum(disputeFactKinds), text: z.string() })),
  answers: z.array(answer),
  history,
})
export type DisputeFile = z.infer<typeof file>

/** `waiting`: the provider's answer was lost, and a job repeats it. */
const outcome = z.strictObject({ state: z.enum(['sent', 'waiting']) })
const failures = [400, 401, 403, 404, 409] as const

export const disputeRoutes = {
  disputes: route({
    id: 'disputes',
    method: 'GET',
    path: '/admin/api/:brand/disputes',
    tag,
    access: may('readMoney'),
    summary:
      'Contested payments of the brand: the open ones by the day on which our side is due, then the decided ones, newest first, 50 a page.',
    params: brandParams,
    query: z.strictObject({
      state: z.optional(z.enum(disputeStates)),
      afterAt: z.optional(time),
      afterOrder: z.optional(z.uuid()),
    }),
    reply: z.strictObject({ disputes: z.array(row), more: z.boolean() }),
    failures: [401, 403],
  }),
  openDispute: route({
    id: 'openDispute',
    method: 'POST',
    path: '/admin/api/:brand/disputes/:order/open',
    tag,
    access: may('readMoney'),
    summary: 'A dispute with its order’s history and what our rows say of it. Recorded in the audit.',
    params: ofOrder,
    body: z.strictObject({}),
    reply: file,
    failures: [401, 403, 404],
  }),
  sendEvidence: route({
    id: 'sendEvidence',
    method: 'POST',
    path: '/admin/api/:brand/disputes/:order/evidence',
    tag,
    access: may('answerDisputes'),
    summary:
      'Sends evidence to the provider, once: the statement with the chosen facts, if they come to the `text` that was read (`evidence_changed`). The same `id` again is the same request; `waiting`: the provider’s answer was lost, and a job repeats it.',
    params: ofOrder,
    body: z.strictObject({
      id: z.uuid(),
      statement: text(20_000),
      facts: z.array(z.enum(disputeFactKinds)).check(z.maxLength(disputeFactKinds.length)),
      text: text(40_000),
    }),
    reply: outcome,
    failures,
  }),
  acceptLoss: route({
    id: 'acceptLoss',
    method: 'POST',
    path: '/admin/api/:brand/disputes/:order/accept',
    tag,
    access: may('answerDisputes'),
    summary:
      'Accepts the loss of a dispute at the provider, which pays the money back: the order can’t be refunded any more, and what was used is not claimed. Not while a refund is under way (`refund_under_way`).',
    params: ofOrder,
    body: z.strictObject({ id: z.uuid(), reason }),
    reply: outcome,
    failures,
  }),
} as const
