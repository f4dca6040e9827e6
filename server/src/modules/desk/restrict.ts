import type { RestrictionKind } from '@incontro/contract'
import { type adminRoutes, endingRestrictions, type FileRestriction } from '@incontro/contract/admin'
import { sql } from 'kysely'
import { recordMemberAction } from '#modules/audit/index.ts'
import { isInForce, lockForModeration } from '#modules/members/index.ts'
import { liftByHand, restrict } from '#modules/moderation/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import type { DeskDeps } from './deps.ts'
import { by, closed, memberAt, type MemberCall } from './member-at.ts'

/** What would make a restriction the second of its kind: two colleagues at once decide once. */
const coveredBy: Readonly<Record<FileRestriction, readonly RestrictionKind[]>> = {
  warning: [],
  messaging_off: ['messaging_off'],
  suspension: ['suspension', 'removal'],
  removal: ['removal'],
}

/**
 * The member about whom a person decides. Not those whom they reported themselves as a member, also after a colleague
 * has decided the report: in the queue, they would not see it either.
 * @throws Failure 403 `own_account`, `own_report`, 404
 */
async function memberToRestrict(tx: Tx, deps: DeskDeps, call: MemberCall) {
  const member = await memberAt(tx, deps, call)
  const own = await deps.ownMemberIds(tx, call.staff, call.site.brandId)
  const { rows } = await sql`
    select from reports
    where reporter_id = any(${own}::uuid[]) and reported_id = ${member.id} and brand_id = ${call.site.brandId}
    limit 1`.execute(tx)
  if (rows.length > 0)
    throw new Failure(403, 'own_report', { message: 'You reported this member yourself: a colleague has to decide' })
  return member
}

/** @throws Failure 400, 403 `own_account`, `own_report`, 404, 409 `restricted_already`, `closed` */
export async function restrictInFile(
  tx: Tx,
  deps: DeskDeps,
  call: Call<typeof adminRoutes.restrictMember>,
): Promise<void> {
  const { kind, clause, ground, facts, days, reason } = call.body
  if (endingRestrictions.has(kind) !== (days !== undefined))
    throw new Failure(400, 'invalid', {
      field: 'days',
      message: 'Send the days for what ends by itself, and only then',
    })
  if (facts.trim() === '')
    throw new Failure(400, 'invalid', { field: 'facts', message: 'The member has to read what happened' })
  const { brandId, origin } = call.site
  const at = deps.clock()
  const { id: memberId, state } = await memberToRestrict(tx, deps, call)
  const locked = await lockForModeration(tx, brandId, memberId)
  if ((kind === 'suspension' && locked?.state === 'suspended') || (await isInForce(tx, memberId, coveredBy[kind], at)))
    throw new Failure(409, 'restricted_already', { message: 'This, or more, is in force already' })
  const done = await restrict(tx, deps, {
    brandId,
    memberId,
    caseId: null,
    kind,
    until: days === undefined ? null : new Date(at.getTime() + days * 86_400_000),
    clause,
    ground,
    facts: facts.trim(),
    content: { type: 'account', id: null, date: null },
    source: 'staff',
    origin,
    at,
    ...by(call),
  })
  if (done === undefined) throw closed()
  await recordMemberAction(tx, {
    memberId,
    action: 'member_restricted',
    reason,
    detail: { kind, clause, days: days ?? null, facts, before: { state }, restriction: done },
    at,
    ...by(call),
  })
}

const liftFailures = {
  unknown: () => notFound(),
  over: () => new Failure(409, 'restriction_over', { message: 'This restriction is over or was lifted' }),
  decided_by_same: () =>
    new Failure(409, 'decided_by_same', { message: 'You decided this, and the member was promised another person' }),
  appealed: () =>
    new Failure(409, 'appealed', { message: 'The member has appealed: decide the appeal, which answers them' }),
} as const

/** @throws Failure 403 `own_account`, `own_report`, 404, 409 `restriction_over`, `decided_by_same`, `appealed` */
export async function liftInFile(
  tx: Tx,
  deps: DeskDeps,
  call: Call<typeof adminRoutes.liftRestriction>,
): Promise<void> {
  const { params, body, site } = call
  const at = deps.clock()
  const { id: memberId } = await memberToRestrict(tx, deps, call)
  const outcome = await liftByHand(tx, deps, {
    brandId: site.brandId,
    memberId,
    id: params.restriction,
    by: by(call).madeBy,
    reason: body.reason,
    origin: site.origin,
    at,
  })
  if (typeof outcome === 'string') throw liftFailures[outcome]()
  await recordMemberAction(tx, {
    memberId,
    action: 'restriction_lifted',
    reason: body.reason,
    detail: { restriction: params.restriction, kind: outcome.kind },
    at,
    ...by(call),
  })
}
