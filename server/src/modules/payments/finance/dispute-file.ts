import type { adminRoutes, DisputeFile } from '@incontro/contract/admin'
import type { Executor } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { notFound } from '#platform/http/problem.ts'
import type { Attempt } from '../attempts/attempts.ts'
import { type FinanceDeps } from './deps.ts'
import { factsOf } from './dispute-facts.ts'
import { type DisputeOfOrder, disputesOf, disputeView } from './disputes.ts'
import { orderAt } from './order-file.ts'
import { historyOf } from './order-history.ts'

/** The dispute of an order of the brand. @throws Failure 403 `own_account`, 404, also for an order that is not contested */
export async function disputeAt(
  deps: FinanceDeps,
  call: Pick<Call<typeof adminRoutes.openDispute>, 'site' | 'params' | 'staff'>,
): Promise<{ readonly attempt: Attempt; readonly dispute: DisputeOfOrder }> {
  const attempt = await orderAt(deps, call)
  const dispute = await disputesOf(deps.db, call.site.brandId).where('d.attempt_id', '=', attempt.id).executeTakeFirst()
  if (!dispute) throw notFound()
  return { attempt, dispute }
}

/** A dispute with what our rows say of it. The opening is recorded. @throws Failure 403 `own_account`, 404 */
export async function openDispute(deps: FinanceDeps, call: Call<typeof adminRoutes.openDispute>): Promise<DisputeFile> {
  const { attempt, dispute } = await disputeAt(deps, call)
  const { id, member_id: memberId, brand_id: brandId } = attempt
  const provider = deps.connections.byId(attempt.connection)?.provider
  const { db } = deps
  const { state } = await db.selectFrom('members').select('state').where('id', '=', memberId).executeTakeFirstOrThrow()
  const hasMember = state !== 'deleted'
  const view: DisputeFile = {
    ...disputeView(deps, dispute, deps.clock()),
    providerRef: dispute.provider_ref,
    connection: attempt.connection,
    memberId,
    hasMember,
    refundedMinor: attempt.refunded_minor,
    usedMinor: dispute.used_minor,
    mostCharacters: provider?.disputeAnswers?.mostCharacters ?? null,
    page: provider?.disputesPage ?? null,
    facts: await factsOf(db, deps, attempt, dispute),
    answers: await answersOf(db, deps, id),
    history: await historyOf(deps, attempt),
  }
  await db.transaction().execute((tx) =>
    deps.record(tx, {
      brandId,
      by: { staffId: call.staff.staffId, address: call.ip },
      action: 'dispute_opened',
      subject: { kind: 'order', id },
      ...(hasMember && { memberId }),
    }),
  )
  return view
}

/** What was sent, or refused, oldest first. */
async function answersOf(
  tx: Executor,
  { namesOf }: Pick<FinanceDeps, 'namesOf'>,
  id: string,
): Promise<DisputeFile['answers']> {
  const rows = await tx
    .selectFrom('dispute_answers')
    .selectAll()
    .where('attempt_id', '=', id)
    .orderBy('made_at')
    .limit(20)
    .execute()
  const staffOf = (by: string) => by.replace(/^staff:/, '')
  const names = await namesOf(rows.map(({ made_by: by }) => staffOf(by)))
  return rows.map((row) => ({
    kind: row.kind as DisputeFile['answers'][number]['kind'],
    state: row.state as DisputeFile['answers'][number]['state'],
    at: row.made_at.toISOString(),
    by: names.get(staffOf(row.made_by)) ?? row.made_by,
    text: row.body,
    reason: row.reason,
    refusal: row.refusal,
  }))
}
