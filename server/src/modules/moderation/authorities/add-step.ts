import type { adminRoutes, AuditDetail } from '@incontro/contract/admin'
import type { ClauseKey, RestrictedContent } from '@incontro/contract'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '#platform/database/database.ts'
import type { AuthorityOrder } from '#platform/database/database-types.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { newId } from '#platform/ids.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { restrict } from '../restrictions/restrict.ts'
import { type AuthorityDeps, refuseOwnAccount, type StaffCall } from './deps.ts'

type Order = Selectable<AuthorityOrder>
type Effect = Call<typeof adminRoutes.giveEffect>

export interface NewStep {
  readonly kind: 'acknowledged' | 'effect' | 'answered' | 'member_notified' | 'note'
  readonly id?: string
  readonly at: Date
  readonly body: string
  readonly outcome?: string
  readonly restrictionId?: string | null
  /** `staff:ID`, or `rule`. */
  readonly madeBy: string
  readonly madeAt: Date
}

/** Adds to the log of an order. @returns false if this was recorded before */
export async function insertStep(
  tx: Tx,
  { brand_id: brandId, id: orderId }: Pick<Order, 'brand_id' | 'id'>,
  step: NewStep,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('authority_order_steps')
    .values({
      brand_id: brandId,
      order_id: orderId,
      id: step.id ?? newId(),
      kind: step.kind,
      at: step.at,
      outcome: step.outcome ?? null,
      body: step.body,
      restriction_id: step.restrictionId ?? null,
      made_by: step.madeBy,
      made_at: step.madeAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/**
 * That receipt was acknowledged, that the authority was informed of the effect, or a note; of a notification, that the
 * authority acknowledged or answered it.
 * @throws Failure 400, 403 `own_account`, 404, 409 `step_done`, `no_effect_yet`
 */
export async function addStep(deps: AuthorityDeps, call: Call<typeof adminRoutes.addAuthorityStep>): Promise<void> {
  const { body, staff } = call
  const madeAt = deps.clock()
  const at = new Date(body.at)
  await deps.db.transaction().execute(async (tx) => {
    const order = await lockedOrder(tx, deps, call)
    if (at > madeAt || at < order.received_at)
      throw new Failure(400, 'time_out_of_order', {
        field: 'at',
        message: 'It was after the order was received or the notification sent, and before now',
      })
    if (body.kind === 'answered' && order.kind !== 'notification' && !(await hasStep(tx, order, 'effect')))
      throw new Failure(409, 'no_effect_yet', { message: 'First say what was done' })
    const madeBy = `staff:${staff.staffId}`
    const step = { kind: body.kind, id: body.id, at, body: body.text.trim(), madeBy, madeAt }
    if (!(await insertStep(tx, order, step))) {
      // The answer to the first attempt may have been lost.
      if (await isSame(tx, order, step)) return
      throw stepDone()
    }
    await recordStep(tx, deps, call, order, { step: body.kind, at: body.at })
  })
}

/**
 * Gives effect to an order, in one transaction with the restriction that carries it out. The member is notified by a job
 * when the order allows it.
 * @throws Failure 400, 403 `own_account`, 404, 409 `step_done`, `no_order`, `closed`
 */
export async function giveEffect(deps: AuthorityDeps, call: Effect): Promise<void> {
  const { body, staff, site, ip } = call
  const at = deps.clock()
  await deps.db.transaction().execute(async (tx) => {
    const order = await lockedOrder(tx, deps, call)
    if (order.kind === 'notification')
      throw new Failure(409, 'no_order', { message: 'A notification of ours asks for nothing' })
    const fault = faultOf(order, body)
    if (fault) throw new Failure(400, 'invalid', fault)
    if (await hasStep(tx, order, 'effect')) throw stepDone()
    const restrictionId = await carryOut(tx, deps, call, order, at)
    const madeBy = `staff:${staff.staffId}`
    const text = body.text.trim()
    await insertStep(tx, order, {
      kind: 'effect',
      at,
      body: text,
      outcome: body.outcome,
      restrictionId,
      madeBy,
      madeAt: at,
    })
    if (order.member_id !== null && body.outcome !== 'not_given')
      await addJob(
        tx,
        'moderation-notify-of-order',
        { brandId: site.brandId, orderId: order.id },
        { key: `order of an authority ${order.id}`, ...(order.silent_until && { runAt: order.silent_until }) },
      )
    await deps.record(tx, {
      brandId: site.brandId,
      by: { staffId: staff.staffId, address: ip },
      action: 'authority_order_step',
      subject: { kind: 'authority_order', id: order.id },
      ...(order.member_id !== null && { memberId: order.member_id }),
      reason: body.reason,
      detail: { step: 'effect', outcome: body.outcome, restriction: body.restriction ?? null },
    })
  })
}

const stepDone = () => new Failure(409, 'step_done', { message: 'This is in the log already: add a note' })
const ending: ReadonlySet<string> = new Set(['messaging_off', 'suspension'])

function faultOf(
  order: Order,
  { restriction, outcome }: Effect['body'],
): { readonly field: string; readonly message: string } | undefined {
  if (!restriction) return undefined
  if (order.kind === 'information' || order.member_id === null)
    return { field: 'restriction', message: 'This order asks for no restriction of a member that is known' }
  if (outcome === 'not_given') return { field: 'outcome', message: 'A restriction gives effect to the order' }
  if (ending.has(restriction.kind) !== (restriction.days !== undefined))
    return { field: 'days', message: 'Send the days for what ends by itself, and only then' }
  if (restriction.kind === 'content_removed' && order.content_id === null)
    return { field: 'restriction', message: 'The order names no photo or review of the brand' }
  return undefined
}

/** @returns the id of the restriction; null if there is none */
async function carryOut(
  tx: Tx,
  deps: AuthorityDeps,
  { body: { restriction, text }, site, staff, ip }: Effect,
  order: Order,
  at: Date,
): Promise<string | null> {
  if (!restriction || order.member_id === null) return null
  const { kind, days } = restriction
  const isContent = kind === 'content_removed'
  const id = await restrict(tx, deps, {
    brandId: site.brandId,
    memberId: order.member_id,
    caseId: null,
    kind,
    until: days === undefined ? null : new Date(at.getTime() + days * 86_400_000),
    clause: order.clause as ClauseKey,
    ground: 'illegal',
    facts: text.trim(),
    content: {
      type: isContent ? (order.content_type as RestrictedContent) : 'account',
      id: isContent ? order.content_id : null,
      date: isContent ? order.content_date : null,
    },
    source: 'authority',
    madeBy: `staff:${staff.staffId}`,
    address: ip,
    origin: site.origin,
    at,
    isOrdered: true,
  })
  if (id === undefined) throw new Failure(409, 'closed', { message: 'The account or the content is gone' })
  return id
}

/** The order, locked so that of two colleagues one acts. @throws Failure 403 `own_account`, 404 */
async function lockedOrder(
  tx: Tx,
  deps: AuthorityDeps,
  call: StaffCall & { readonly params: { readonly id: string } },
): Promise<Order> {
  const { rows } = await sql<Order>`
    select * from authority_orders where brand_id = ${call.site.brandId} and id = ${call.params.id} for update`.execute(
    tx,
  )
  const [order] = rows
  if (!order) throw notFound()
  await refuseOwnAccount(deps, call, order.member_id)
  return order
}

const stepsOf = (tx: Tx, { brand_id: brandId, id }: Order) =>
  tx
    .selectFrom('authority_order_steps')
    .select(['id', 'body', 'made_by'])
    .where('brand_id', '=', brandId)
    .where('order_id', '=', id)

const hasStep = async (tx: Tx, order: Order, kind: NewStep['kind']): Promise<boolean> =>
  (await stepsOf(tx, order).where('kind', '=', kind).executeTakeFirst()) !== undefined

const isSame = async (tx: Tx, order: Order, { id = '', kind, body, madeBy }: NewStep): Promise<boolean> => {
  const before = await stepsOf(tx, order).where('id', '=', id).where('kind', '=', kind).executeTakeFirst()
  return before?.body === body && before.made_by === madeBy
}

const recordStep = (
  tx: Tx,
  deps: AuthorityDeps,
  { site, staff, ip }: StaffCall,
  order: Order,
  detail: AuditDetail,
): Promise<void> =>
  deps.record(tx, {
    brandId: site.brandId,
    by: { staffId: staff.staffId, address: ip },
    action: 'authority_order_step',
    subject: { kind: 'authority_order', id: order.id },
    ...(order.member_id !== null && { memberId: order.member_id }),
    detail,
  })
