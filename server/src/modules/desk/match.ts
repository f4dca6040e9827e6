import type { MemberMatch } from '@incontro/contract/admin'
import { sql } from 'kysely'

export interface Match {
  readonly member_id: string
  readonly matched: MemberMatch
}

/** Members that a search shows. */
export const mostFound = 50
/** One more says that there are others. */
export const limit = sql.lit(mostFound + 1)
