import * as z from 'zod/mini'
import { route } from '../route.ts'
import { author, brandParams, done, reason, time } from './fields.ts'
import { undo } from './held.ts'
import { may } from './permissions.ts'

const tag = 'staff'
const ofRequest = z.strictObject({ ...brandParams.shape, request: z.uuid() })
const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** Chosen by the caller: sent again, the same request is answered as before and not carried out twice. */
export const requestId = z.uuid()
const requestStates = ['done', 'waiting', 'approved', 'refused', 'withdrawn'] as const
const requestReply = z.strictObject({ state: z.enum(requestStates) })
/** `done` is carried out once it can no longer be taken back; `undo` is null for what waits, or is over. */
export const askedReply = z.strictObject({ state: z.enum(requestStates), undo: z.nullable(undo) })
/** Minor units of a currency, or credits. */
export const requestAmount = z.int().check(z.gte(1), z.lte(10_000_000))

const request = z.strictObject({
  id: z.uuid(),
  kind: z.enum(['refund', 'credits']),
  memberId: z.uuid(),
  amount: requestAmount,
  /** Of a refund; null of credits. */
  order: z.nullable(z.uuid()),
  currency: z.nullable(z.string()),
  /** Of credits; null of a refund. */
  account: z.nullable(z.enum(['messages', 'icebreakers', 'likes'])),
  reference: z.nullable(z.string()),
  reason: z.string(),
  state: z.enum(requestStates),
  by: author,
  isMine: z.boolean(),
  /** Whether the person who asks may decide it. */
  mayDecide: z.boolean(),
  at: time,
  decidedBy: z.nullable(author),
  decidedAt: z.nullable(time),
  answer: z.nullable(z.string()),
  /** What is approved: it differs once anything of the request was changed. */
  digest,
})
export type ApprovalRequestView = z.infer<typeof request>

export const approvalRoutes = {
  approvals: route({
    id: 'approvals',
    method: 'GET',
    path: '/admin/api/:brand/approvals',
    tag,
    access: may('readApprovals'),
    summary: 'Requests that wait for a second person, oldest first, and the 20 that were decided last.',
    params: brandParams,
    reply: z.strictObject({ waiting: z.array(request), decided: z.array(request) }),
    failures: [401, 403],
  }),
  decideApproval: route({
    id: 'decideApproval',
    method: 'POST',
    path: '/admin/api/:brand/approvals/:request/decide',
    tag,
    access: may('decideApprovals'),
    summary:
      'Approves what has this digest (`request_changed`) and carries it out, or refuses it. Never one’s own request (`own_request`), nor one of a person who may not ask for it any more (`requester_left`).',
    params: ofRequest,
    body: z.strictObject({ approve: z.boolean(), digest, reason }),
    reply: requestReply,
    failures: [401, 403, 404, 409],
  }),
  changeApproval: route({
    id: 'changeApproval',
    method: 'PUT',
    path: '/admin/api/:brand/approvals/:request',
    tag,
    access: may('readApprovals'),
    summary:
      'Changes one’s own request (`not_yours`) while it waits (`request_over`); a digest read before does not fit.',
    params: ofRequest,
    body: z.strictObject({ amount: requestAmount, reason }),
    reply: done,
    failures: [401, 403, 404, 409],
  }),
  withdrawApproval: route({
    id: 'withdrawApproval',
    method: 'DELETE',
    path: '/admin/api/:brand/approvals/:request',
    tag,
    access: may('readApprovals'),
    summary: 'Withdraws one’s own request (`not_yours`) while it waits (`request_over`).',
    params: ofRequest,
    reply: done,
    failures: [401, 403, 404, 409],
  }),
} as const
