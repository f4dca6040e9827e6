import type { ClauseKey, RestrictedContent, RestrictionKind } from '@incontro/contract'
import { type Selectable, sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { Restriction } from '#platform/database/database-types.ts'
import type { CsvRow } from '#platform/text/csv.ts'
import { type Clause, clauseOf } from '../decisions/clauses.ts'
import type { Period } from './figures.ts'

/** The columns of the Commission's transparency database that a decision of ours can fill; the rest stay empty there. */
export const statementColumns = [
  'decision_visibility',
  'decision_visibility_other',
  'end_date_visibility_restriction',
  'decision_monetary',
  'decision_monetary_other',
  'end_date_monetary_restriction',
  'decision_provision',
  'end_date_service_restriction',
  'decision_account',
  'end_date_account_restriction',
  'account_type',
  'decision_ground',
  'decision_ground_reference_url',
  'illegal_content_legal_ground',
  'illegal_content_explanation',
  'incompatible_content_ground',
  'incompatible_content_explanation',
  'incompatible_content_illegal',
  'category',
  'category_addition',
  'category_specification',
  'category_specification_other',
  'content_type',
  'content_type_other',
  'content_language',
  'content_date',
  'territorial_scope',
  'application_date',
  'decision_facts',
  'source_type',
  'source_identity',
  'automated_detection',
  'automated_decision',
  'puid',
] as const
type Column = (typeof statementColumns)[number]
type Cells = Readonly<Partial<Record<Column, string>>>
type Row = Pick<
  Selectable<Restriction>,
  | 'id'
  | 'kind'
  | 'from_at'
  | 'until_at'
  | 'ground'
  | 'clause'
  | 'content_type'
  | 'content_date'
  | 'automated_detection'
  | 'territory'
  | 'source'
>

const pageSize = 500

/** Decisions of a period, by pages. A warning restricts nothing, and an authority's order has no statement (article 17(5)). */
export async function* statementsOf(db: Database, { brandId, from, until }: Period): AsyncGenerator<CsvRow> {
  let after = sql``
  for (;;) {
    const { rows } = await sql<Row>`
      select id, kind, from_at, until_at, ground, clause, content_type, content_date, automated_detection, territory, source
      from restrictions
      where brand_id = ${brandId} and from_at >= ${from} and from_at < ${until} and kind <> 'warning' and source <> 'authority'
        ${after}
      order by from_at, id limit ${sql.lit(pageSize)}`.execute(db)
    for (const row of rows) yield cellsOf(row)
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = sql`and (from_at, id) > (${last.from_at}, ${last.id}::uuid)`
  }
}

const day = (date: Date | null): string => date?.toISOString().slice(0, 10) ?? ''

/** What was decided, and until when: a column of its own for each way to restrict. */
const effects: Readonly<Record<RestrictionKind, (end: string) => Cells>> = {
  warning: () => ({}),
  content_removed: () => ({ decision_visibility: 'DECISION_VISIBILITY_CONTENT_DISABLED' }),
  messaging_off: (end) => ({
    decision_provision: 'DECISION_PROVISION_PARTIAL_SUSPENSION',
    end_date_service_restriction: end,
  }),
  suspension: (end) => ({ decision_account: 'DECISION_ACCOUNT_SUSPENDED', end_date_account_restriction: end }),
  removal: () => ({ decision_account: 'DECISION_ACCOUNT_TERMINATED' }),
}

const contentTypes: Readonly<Record<RestrictedContent, string>> = {
  account: 'CONTENT_TYPE_OTHER',
  photo: 'CONTENT_TYPE_IMAGE',
  profile: 'CONTENT_TYPE_TEXT',
  name: 'CONTENT_TYPE_TEXT',
  message: 'CONTENT_TYPE_TEXT',
  review: 'CONTENT_TYPE_TEXT',
  voice: 'CONTENT_TYPE_AUDIO',
}

const sourceTypes: Readonly<Record<string, string>> = {
  public: 'SOURCE_ARTICLE_16',
  member: 'SOURCE_TYPE_OTHER_NOTIFICATION',
  flagger: 'SOURCE_TRUSTED_FLAGGER',
}

/**
 * The facts are those of the rule, in English: what a moderator wrote is for the member, and the database takes no
 * personal data (article 24(5)).
 */
function cellsOf(row: Row): CsvRow {
  const clause = clauseOf(row.clause as ClauseKey)
  const { en: rule } = clause.name
  const { en: facts } = clause.facts
  const content = row.content_type as RestrictedContent
  const cells: Cells = {
    ...effects[row.kind as RestrictionKind](day(row.until_at)),
    account_type: 'ACCOUNT_TYPE_PRIVATE',
    ...groundOf(row.ground, clause, rule, facts),
    category: `STATEMENT_CATEGORY_${clause.category}`,
    content_type: contentTypes[content],
    ...(content === 'account' && { content_type_other: 'Profile of a dating service' }),
    content_date: day(row.content_date ?? row.from_at),
    territorial_scope: JSON.stringify(row.territory.split(' ').filter((code) => code !== '' && code !== 'GB')),
    application_date: day(row.from_at),
    decision_facts: facts,
    source_type: sourceTypes[row.source] ?? 'SOURCE_VOLUNTARY',
    automated_detection: row.automated_detection ? 'Yes' : 'No',
    automated_decision: 'AUTOMATED_DECISION_NOT_AUTOMATED',
    puid: row.id,
  }
  return statementColumns.map((column) => cells[column] ?? '')
}

const groundOf = (ground: string, { section }: Clause, rule: string, facts: string): Cells =>
  ground === 'illegal'
    ? {
        decision_ground: 'DECISION_GROUND_ILLEGAL_CONTENT',
        illegal_content_legal_ground: rule,
        illegal_content_explanation: facts,
      }
    : {
        decision_ground: 'DECISION_GROUND_INCOMPATIBLE_CONTENT',
        incompatible_content_ground: `Terms of use, section ${section}: ${rule}`,
        incompatible_content_explanation: facts,
        incompatible_content_illegal: 'No',
      }
