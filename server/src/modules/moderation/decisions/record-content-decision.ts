import type { ClauseKey, Locale } from '@incontro/contract'
import { closeCase } from '#modules/cases/index.ts'
import type { StatementProps } from '#modules/outreach/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { linkToCases } from '../restrictions/link-to-cases.ts'
import { recordRestriction } from '../restrictions/record-restriction.ts'
import { clauseOf } from './clauses.ts'
import { recordDecision } from './record-decision.ts'

interface ContentDecision {
  readonly brandId: string
  /** Whose photo or review it is. */
  readonly memberId: string
  readonly caseId: string | null
  readonly content: { readonly type: 'photo' | 'review'; readonly id: string; readonly date: Date }
  readonly verdict: string
  /** Null if it was not refused. */
  readonly refusal: { readonly reason: string; readonly clause: ClauseKey } | null
  /** A program drew the moderators’ attention to it. */
  readonly automatedDetection?: boolean
  /** Of the site where it was uploaded or written; null if it is not known. */
  readonly origin: string | null
  readonly madeBy: string
  readonly at: Date
}

interface Recorded {
  readonly to: string
  readonly locale: Locale
  /** What the mail about a refusal says beside its reason; null where it cannot lead anywhere. */
  readonly refused: { readonly link: string; readonly statement: StatementProps } | null
}

/**
 * Records a decision about a photo or a review and ends its case. A refusal is a restriction, against which its owner can
 * appeal.
 * @returns where its owner is written to
 */
export async function recordContentDecision(
  tx: Tx,
  {
    brandId,
    memberId,
    caseId,
    content,
    verdict,
    refusal,
    automatedDetection = false,
    origin,
    madeBy,
    at,
  }: ContentDecision,
): Promise<Recorded> {
  const { type, id } = content
  const recorded = refusal ? 'refused' : type === 'photo' ? 'approved' : 'published'
  const reason = refusal?.reason ?? null
  await recordDecision(tx, { brandId, subject: type, subjectId: id, verdict: recorded, reason, madeBy, at })
  await closeCase(tx, { brandId, kind: type, subjectId: id, verdict, by: madeBy, at })
  const member = await tx
    .selectFrom('members')
    .select(['email', 'locale'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const locale = member.locale as Locale
  if (!refusal) return { to: member.email, locale, refused: null }
  const clause = clauseOf(refusal.clause)
  await recordRestriction(tx, {
    brandId,
    memberId,
    caseId,
    kind: 'content_removed',
    until: null,
    clause: refusal.clause,
    facts: clause.facts[locale],
    content,
    automatedDetection,
    source: 'member',
    madeBy,
    at,
  })
  if (origin === null) return { to: member.email, locale, refused: null }
  const { ground, section, name: rule } = clause
  return {
    to: member.email,
    locale,
    refused: {
      link: await linkToCases(tx, { brandId, memberId, email: member.email, origin, at }),
      statement: { ground, section, rule, automatedDetection },
    },
  }
}
