import type { adminRoutes, Undo } from '@incontro/contract/admin'
import { recordMemberAction } from '#modules/audit/index.ts'
import { lockMember } from '#modules/members/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import type { DeskDeps } from '../deps.ts'
import type { HeldName } from '../held/acts.ts'
import type { HeldCall } from '../held/held-call.ts'
import { tryAndHold } from '../held/hold.ts'
import { by, closed, memberAt } from '../member-at.ts'
import { limitOf, type RequestKind } from './kinds.ts'
import { bodyOf, digestOf, type RequestBody, type RequestRow, type RequestState } from './request.ts'

const day = 86_400_000

interface Asked {
  readonly id: string
  readonly kind: RequestKind
  readonly amount: number
  readonly body: RequestBody
  readonly reason: string
  readonly currency?: string
  readonly held: HeldName
}

interface Answer {
  readonly state: RequestState
  readonly undo: Undo | null
}

/** @throws Failure 403 `own_account`, 404, 409 `granted_before`, `closed`, `id_taken` */
export const grant = (deps: DeskDeps, call: Call<typeof adminRoutes.grantMemberCredits>) =>
  deps.db.transaction().execute(async (tx) => {
    const { id, account, count, reference, reason } = call.body
    const body = { account, reference }
    return ask(tx, deps, call, { id, kind: 'credits', amount: count, body, reason, held: 'grantMemberCredits' })
  })

/** @throws Failure 403 `own_account`, 404, 409 `never_charged`, `more_than_left`, `id_taken` */
export const refund = (deps: DeskDeps, call: Call<typeof adminRoutes.refundOrder>) =>
  deps.db.transaction().execute(async (tx) => {
    const { id, amountMinor, reason } = call.body
    const order = await tx
      .selectFrom('payment_attempts')
      .select(['id', 'currency', 'amount_minor'])
      .where('id', '=', call.params.order)
      .where('brand_id', '=', call.site.brandId)
      .where('member_id', '=', call.params.id)
      .executeTakeFirst()
    if (!order) throw notFound()
    const currency = order.currency
    const body = { order: order.id, currency }
    return ask(tx, deps, call, { id, kind: 'refund', amount: amountMinor, body, reason, currency, held: 'refundOrder' })
  })

/** Holds what is within the limit of the person's roles until it is carried out, and leaves the rest to a second person. */
async function ask(
  tx: Tx,
  deps: DeskDeps,
  call: HeldCall,
  { id, kind, amount, body, reason, currency, held }: Asked,
): Promise<Answer> {
  const { brandId } = call.site
  const author = by(call)
  const at = deps.clock()
  // Two requests at once would each be within the limit.
  await lockMember(tx, call.params.id)
  const member = await memberAt(tx, deps, call)
  const earlier = await tx
    .selectFrom('approval_requests')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .executeTakeFirst()
  const asked: Omit<RequestRow, 'state'> = {
    brand_id: brandId,
    id,
    member_id: member.id,
    kind,
    amount,
    body: { ...body },
    reason,
    requested_by: author.madeBy,
    requested_at: at,
    decided_by: null,
    decided_at: null,
    answer: null,
    decided_digest: null,
  }
  if (earlier) return answerAgain(earlier, asked)
  if (kind === 'credits' && member.state !== 'active') throw closed()
  const roles = call.staff.roles.filter((one) => one.brandId === brandId).map(({ role }) => role)
  const before = await doneSince(tx, asked, currency, new Date(at.getTime() - day))
  const state = before + amount <= limitOf(kind, roles, currency) ? 'done' : 'waiting'
  const row = { ...asked, state }
  await tx
    .insertInto('approval_requests')
    .values({ ...row, body: JSON.stringify(body) })
    .execute()
  if (state === 'done') return { state, undo: await tryAndHold(tx, deps, held, call) }
  await recordMemberAction(tx, {
    memberId: member.id,
    action: 'approval_asked',
    reason,
    detail: { request: id, kind, amount, ...body, digest: digestOf(row) },
    at,
    ...author,
  })
  return { state, undo: null }
}

/** The same request again has the answer of the first; another one with its id is a mistake. */
function answerAgain(earlier: RequestRow, asked: Omit<RequestRow, 'state'>): Answer {
  if (digestOf(earlier) !== digestOf({ ...asked, state: earlier.state }))
    throw new Failure(409, 'id_taken', { message: 'Another request has this id: nothing was changed' })
  return { state: earlier.state as RequestState, undo: null }
}

/** What the person did for the member alone, of the same kind and currency. */
async function doneSince(
  tx: Tx,
  { member_id, kind, requested_by }: Omit<RequestRow, 'state'>,
  currency: string | undefined,
  since: Date,
): Promise<number> {
  const rows = await tx
    .selectFrom('approval_requests')
    .select(['amount', 'body'])
    .where('member_id', '=', member_id)
    .where('kind', '=', kind)
    .where('requested_by', '=', requested_by)
    .where('state', '=', 'done')
    .where('requested_at', '>', since)
    .execute()
  const same = rows.filter((row) => {
    const body = bodyOf(row)
    return !('currency' in body) || body.currency === currency
  })
  return same.reduce((sum, { amount }) => sum + amount, 0)
}
