import { sql } from 'kysely'
import { openCase } from '#modules/cases/index.ts'
import { countAttempt } from '#platform/secrets/attempts.ts'
import type { Tx } from '#platform/database/database.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { newId } from '#platform/ids.ts'
import type { ModerationDeps } from '../deps.ts'
import { appealEnds } from './appeal-term.ts'
import { appealableReports } from './appealable.ts'
import type { Appellant } from './appellant.ts'

/** What can be appealed against: a decision about the member, or about their report. */
interface Appealable {
  /** Whose moderators decided: of a report the reported member's, which may be another than its author's. */
  readonly brandId: string
  readonly kind: 'restriction' | 'report'
  /** Whom the decision was about. */
  readonly memberId: string | null
  readonly decidedAt: Date
  readonly decidedBy: string
  readonly isAppealed: boolean
}

const appealsAnHour = 20

/**
 * Files an appeal as a case of its own, which the author of the decision cannot decide.
 * @throws Failure 404 for what is not theirs, 409 `appealed_already` or `appeal_too_late`, 429
 */
export async function fileAppeal(
  { db, clock }: ModerationDeps,
  appellant: Appellant,
  id: string,
  text: string,
): Promise<void> {
  const memberId = 'memberId' in appellant ? appellant.memberId : null
  const at = clock()
  if ((await countAttempt(db, `appeal ${memberId ?? id}`, at)) > appealsAnHour) throw new Failure(429)
  await db.transaction().execute(async (tx) => {
    const found = await appealableOf(tx, appellant, id)
    if (!found) throw notFound()
    if (found.isAppealed) throw new Failure(409, 'appealed_already', { message: 'There is an appeal already' })
    if (appealEnds(found.decidedAt) < at)
      throw new Failure(409, 'appeal_too_late', { message: 'Decisions can be appealed against for six months' })
    const { brandId } = found
    const appealId = newId()
    await tx
      .insertInto('appeals')
      .values({
        brand_id: brandId,
        id: appealId,
        member_id: memberId,
        restriction_id: found.kind === 'restriction' ? id : null,
        report_id: found.kind === 'report' ? id : null,
        body: text,
        filed_at: at,
      })
      .execute()
    await openCase(tx, {
      brandId,
      kind: 'appeal',
      subjectId: appealId,
      memberId: found.memberId,
      source: 'appeal',
      barred: found.decidedBy,
      at,
    })
  })
}

/** Locked, so that of two appeals at once the second finds the first. */
async function appealableOf(tx: Tx, appellant: Appellant, id: string): Promise<Appealable | undefined> {
  const { brandId } = appellant
  const memberId = 'memberId' in appellant ? appellant.memberId : null
  const restriction =
    memberId === null
      ? undefined
      : await tx
          .selectFrom('restrictions')
          .select(['from_at', 'made_by'])
          .where('brand_id', '=', brandId)
          .where('id', '=', id)
          .where('member_id', '=', memberId)
          .forUpdate()
          .executeTakeFirst()
  const report = restriction
    ? undefined
    : await tx
        .selectFrom('reports')
        .select(['brand_id', 'decided_at', 'decided_by', 'reported_id'])
        .where('id', '=', id)
        .where((eb) =>
          'memberId' in appellant
            ? eb('reporter_id', '=', appellant.memberId)
            : eb.and([eb('brand_id', '=', brandId), eb('id', '=', appellant.reportId), eb('notifier', 'is not', null)]),
        )
        .where('state', 'in', appealableReports)
        .forUpdate()
        .executeTakeFirst()
  if (!restriction && !report) return undefined
  const { rows } = await sql`
    select from appeals
    where ${restriction ? sql`brand_id = ${brandId} and restriction_id = ${id}` : sql`report_id = ${id}`}`.execute(tx)
  return {
    brandId: report?.brand_id ?? brandId,
    kind: restriction ? 'restriction' : 'report',
    memberId: restriction ? memberId : (report?.reported_id ?? null),
    decidedAt: restriction?.from_at ?? report?.decided_at ?? new Date(0),
    decidedBy: restriction?.made_by ?? report?.decided_by ?? '',
    isAppealed: rows.length > 0,
  }
}
