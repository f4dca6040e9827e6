import type { adminRoutes } from '@incontro/contract/admin'
import { sql } from 'kysely'
import { recordMemberAction } from '#modules/audit/index.ts'
import { recordMessagesRead } from '#modules/moderation/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import type { DeskDeps } from './deps.ts'
import { by, memberAt } from './member-at.ts'

/** Messages that are read before and after each reported one: what it answers, and what came of it. */
const around = 5
const mostShown = 110

interface Message {
  readonly id: string
  readonly at: Date
  readonly senderId: string
  readonly text: string
  readonly media: 'photo' | 'voice' | null
  readonly isWithdrawn: boolean
}

/**
 * Reported messages with those around them; what a member of another brand wrote only where it was reported. It is
 * recorded for both members, and in the export of each.
 * @throws Failure 403 `own_account`, 404, 409 `no_messages`
 */
export const readReportedMessages = (deps: DeskDeps, call: Call<typeof adminRoutes.reportedMessages>) =>
  deps.db.transaction().execute(async (tx) => {
    const { brandId } = call.site
    const { id: memberId } = await memberAt(tx, deps, call)
    const report = await tx
      .selectFrom('reports')
      .select(['id', 'reporter_id', 'reported_id', 'conversation_id', 'message_ids'])
      .where('id', '=', call.params.report)
      .where('brand_id', '=', brandId)
      .where((eb) => eb.or([eb('reporter_id', '=', memberId), eb('reported_id', '=', memberId)]))
      .executeTakeFirst()
    if (!report) throw notFound()
    const otherId = report.reported_id === memberId ? report.reporter_id : report.reported_id
    const own = await deps.ownMemberIds(tx, call.staff, brandId)
    if (otherId !== null && own.includes(otherId))
      throw new Failure(403, 'own_account', { message: 'You wrote in this conversation: a colleague has to read it' })
    const reported = new Set(report.message_ids)
    const messages =
      report.conversation_id === null || reported.size === 0
        ? []
        : await messagesAround(tx, brandId, report.conversation_id, report.message_ids)
    if (messages.length === 0)
      throw new Failure(409, 'no_messages', { message: 'This report names no message that is still there' })
    await recordReading(deps, tx, call, { memberId, otherId, reportId: report.id, count: messages.length })
    return messages.map((one) => ({
      at: one.at.toISOString(),
      isTheirs: one.senderId === memberId,
      isReported: reported.has(one.id),
      isWithdrawn: one.isWithdrawn,
      text: one.text,
      media: one.media,
    }))
  })

async function messagesAround(
  tx: Tx,
  brandId: string,
  conversationId: string,
  ids: readonly string[],
): Promise<readonly Message[]> {
  const places = await tx
    .selectFrom('messages')
    .select(['id', 'seq'])
    .where('conversation_id', '=', conversationId)
    .where('id', 'in', ids)
    .execute()
  const near = (seq: number) => Array.from({ length: 2 * around + 1 }, (_, n) => seq - around + n)
  const seqs = [...new Set(places.flatMap(({ seq }) => near(seq)))].toSorted((a, b) => a - b).slice(0, mostShown)
  const { rows } = await sql<Message>`
    select m.id, m.created_at as at, m.sender_id as "senderId", m.media, m.withdrawn_at is not null as "isWithdrawn",
      case when m.withdrawn_at is null and m.media is null then m.body else '' end as text
    from unnest(${seqs}::integer[]) near (seq)
    -- Each by its key: the planner would read the whole conversation.
    cross join lateral (
      select id, seq, created_at, sender_id, media, withdrawn_at, body from messages
      where conversation_id = ${conversationId} and seq = near.seq limit 1) m
    join members s on s.id = m.sender_id
    where (s.brand_id = ${brandId} or m.id = any(${ids}::uuid[]))
    order by m.seq`.execute(tx)
  return rows
}

async function recordReading(
  deps: DeskDeps,
  tx: Tx,
  call: Call<typeof adminRoutes.reportedMessages>,
  { memberId, otherId, reportId, count }: { memberId: string; otherId: string | null; reportId: string; count: number },
): Promise<void> {
  const at = deps.clock()
  await recordMessagesRead(tx, { reportId, memberIds: [memberId, otherId], count, at })
  const { reason } = call.body
  const detail = { report: reportId, messages: count }
  if (otherId !== null)
    await recordMemberAction(tx, { memberId: otherId, action: 'conversation_read', reason, detail, at, ...by(call) })
  await deps.audit.record(tx, {
    brandId: call.site.brandId,
    by: { staffId: call.staff.staffId, address: call.ip },
    action: 'conversation_read',
    subject: { kind: 'member', id: memberId },
    reason,
    detail,
  })
}
