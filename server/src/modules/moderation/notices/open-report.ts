import type { ReportedContent } from '@incontro/contract'
import { sql } from 'kysely'
import { lockCaseOf, openCase, reopenCase } from '#modules/cases/index.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { conversationId, newId } from '#platform/ids.ts'

/** Most messages, and most characters of text, that one report collects. */
const mostMessages = 100
const mostText = 10_000

/** A photo, text or message that a report is about. */
export interface Reported {
  readonly kind: ReportedContent
  readonly id: string | null
  /** When it was written or uploaded. */
  readonly date: Date | null
}

export interface MemberReport {
  readonly reporterId: string
  readonly reportedId: string
  readonly reason: string
  readonly text: string | null
  /** Messages of the two members' conversation that the moderator may read. */
  readonly messageIds: readonly string[]
  /** Null if it is about the member as such. */
  readonly content: Reported | null
  /** The reporter's site, on which it was made. */
  readonly origin: string
  readonly at: Date
}

/**
 * Submits a member's report as a case to the moderators of the reported member's brand, who alone decide about them.
 * While an earlier one of theirs about the same member or content is open, text and messages are added to that: what a
 * member has to say about it is one case. A decision that has yet to be carried out is dropped then, and the case waits
 * with what was added.
 */
export const openReport = (db: Database, report: MemberReport): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { reporterId, reportedId, at } = report
    // Two reports at once would otherwise not see each other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`report ${reporterId} ${reportedId}`}, 0))`.execute(tx)
    const { brand_id: brandId } = await tx
      .selectFrom('members')
      .select('brand_id')
      .where('id', '=', reportedId)
      .executeTakeFirstOrThrow()
    const open = await openReportOf(tx, report)
    // The case before the report, as where a decision is carried out.
    const found = open === undefined ? undefined : await lockCaseOf(tx, { brandId, kind: 'report', subjectId: open })
    const added = open === undefined ? undefined : await addTo(tx, open, report)
    // What was added was not read when the decision was made, which has not been carried out yet.
    if (found?.state === 'deciding' && added === 'more') await reopenCase(tx, found)
    const id = open !== undefined && added ? open : await insert(tx, brandId, report)
    await openCase(tx, {
      brandId,
      kind: 'report',
      subjectId: id,
      memberId: reportedId,
      parts: [report.reason, ...((await wasReported(tx, reportedId, id)) ? ['reported_before'] : [])],
      at,
    })
  })

/** @returns the id of the reporter's open report about the same; undefined when there is none */
async function openReportOf(tx: Tx, { reporterId, reportedId, content }: MemberReport): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from reports
    where reporter_id = ${reporterId} and reported_id = ${reportedId} and state = 'open'
      and content_kind is not distinct from ${content?.kind ?? null} and content_id is not distinct from ${content?.id ?? null}::uuid
    order by created_at limit 1`.execute(tx)
  return rows[0]?.id
}

/** Adds to an open report. @returns whether it says more than before; undefined when it was decided meanwhile */
async function addTo(
  tx: Tx,
  id: string,
  { reason, text, messageIds }: MemberReport,
): Promise<'more' | 'same' | undefined> {
  const open = await tx
    .selectFrom('reports')
    .select(['reason', 'body', 'message_ids'])
    .where('id', '=', id)
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst()
  if (!open) return undefined
  // The reason is a column of its own for the first one only.
  const added = [reason === open.reason ? null : `[${reason}]`, text].filter((part) => part !== null).join(' ')
  const body = [open.body, added].filter(Boolean).join('\n\n').slice(0, mostText)
  const messages = [...new Set([...open.message_ids, ...messageIds])].slice(0, mostMessages)
  if (body === (open.body ?? '') && messages.length === open.message_ids.length) return 'same'
  await tx
    .updateTable('reports')
    .set({ body: body || null, message_ids: messages })
    .where('id', '=', id)
    .execute()
  return 'more'
}

async function insert(tx: Tx, brandId: string, report: MemberReport): Promise<string> {
  const { reporterId, reportedId, content } = report
  const id = newId()
  await tx
    .insertInto('reports')
    .values({
      id,
      brand_id: brandId,
      reporter_id: reporterId,
      reported_id: reportedId,
      reason: report.reason,
      body: report.text,
      message_ids: [...report.messageIds],
      conversation_id: conversationId(reporterId, reportedId),
      content_kind: content?.kind ?? null,
      content_id: content?.id ?? null,
      content_date: content?.date ?? null,
      site_origin: report.origin,
      created_at: report.at,
    })
    .execute()
  return id
}

/** Whether anyone has reported this member before. */
async function wasReported(tx: Tx, reportedId: string, exceptId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('reports')
    .select('id')
    .where('reported_id', '=', reportedId)
    .where('id', '<>', exceptId)
    .where('state', '<>', 'dismissed')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
