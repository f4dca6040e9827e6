import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import { type Case, type Claimant, mayDecide } from './claims.ts'
import type { CaseKind } from './rules.ts'

const pageSize = 50

/** Where a page of the list ended. */
export interface CasePlace {
  readonly risk: number
  readonly openedAt: string
  readonly id: string
}

/**
 * A page of the cases that this person may decide, the most urgent first and of one score the oldest; also those that a
 * colleague looks at.
 */
export async function listCases(
  executor: Executor,
  who: Claimant,
  { kind, after }: { readonly kind: CaseKind | undefined; readonly after: CasePlace | undefined },
): Promise<{ readonly cases: readonly Case[]; readonly more: boolean }> {
  const size = sql.lit(pageSize + 1)
  const among = sql`c.brand_id = ${who.brandId} and c.state = 'open' and ${mayDecide(who)}
    ${kind === undefined ? sql`` : sql`and c.kind = ${kind}`}`
  // The score descends while the time ascends: the rest of one score, and the lower ones, are each a part of the index.
  const { rows } = await (
    after === undefined
      ? sql<Case>`select * from cases c where ${among} order by c.risk desc, c.opened_at, c.id limit ${size}`
      : sql<Case>`
      select * from (
        (select * from cases c
          where ${among} and c.risk = ${after.risk} and (c.opened_at, c.id) > (${after.openedAt}::timestamptz, ${after.id}::uuid)
          order by c.opened_at, c.id limit ${size})
        union all
        (select * from cases c where ${among} and c.risk < ${after.risk} order by c.risk desc, c.opened_at, c.id limit ${size})
      ) c order by c.risk desc, c.opened_at, c.id limit ${size}`
  ).execute(executor)
  return { cases: rows.slice(0, pageSize), more: rows.length > pageSize }
}
