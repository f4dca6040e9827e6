import { type ClauseKey, countries, type RestrictionGround, type RestrictionKind } from '@incontro/contract'
import type { Tx } from '#platform/database/database.ts'
import { newId } from '#platform/ids.ts'
import { clauseOf } from '../decisions/clauses.ts'
import type { Content } from './content.ts'
import type { Removed } from './remove-content.ts'

/** The statement of reasons of one decision against a member (regulation (EU) 2022/2065, article 17). */
export interface Statement {
  readonly brandId: string
  readonly memberId: string
  readonly caseId: string | null
  readonly kind: RestrictionKind
  /** When messages are on again, or the account is open again; null for the other kinds, and without an end. */
  readonly until: Date | null
  readonly clause: ClauseKey
  /** By default the rule's own. */
  readonly ground?: RestrictionGround | undefined
  /** What happened, in the member's language. */
  readonly facts: string
  readonly content: Content
  /** How it came before a moderator. */
  readonly source: string
  /** A program drew the moderators' attention to it. */
  readonly automatedDetection?: boolean
  /** `command:NAME` or `staff:ID`. */
  readonly madeBy: string
  readonly at: Date
}

/** Stores it in the transaction of its effect. @returns its id */
export async function recordRestriction(
  tx: Tx,
  statement: Statement & { readonly removed?: Removed | null; readonly pausedMs?: number },
): Promise<string> {
  const { content, removed = null } = statement
  const id = newId()
  await tx
    .insertInto('restrictions')
    .values({
      brand_id: statement.brandId,
      id,
      member_id: statement.memberId,
      case_id: statement.caseId,
      kind: statement.kind,
      from_at: statement.at,
      until_at: statement.until,
      ground: statement.ground ?? clauseOf(statement.clause).ground,
      clause: statement.clause,
      facts: statement.facts,
      content_type: content.type,
      content_id: content.id,
      content_date: content.date,
      removed: removed && JSON.stringify(removed),
      automated_detection: statement.automatedDetection ?? false,
      // A person decides, always.
      automated_decision: false,
      // Wherever the service is offered.
      territory: countries.join(' '),
      source: statement.source,
      paused_ms: statement.pausedMs ?? 0,
      made_by: statement.madeBy,
    })
    .execute()
  return id
}
