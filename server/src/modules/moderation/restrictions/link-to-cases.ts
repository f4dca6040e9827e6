import { makeLinkToken } from '#modules/identity/index.ts'
import type { Tx } from '#platform/database/database.ts'

interface Reader {
  readonly brandId: string
  readonly memberId: string
  readonly email: string
  readonly origin: string
  readonly at: Date
}

/** The page with the decisions about a member, which takes an appeal: a suspended member has no session to open it. */
export async function linkToCases(tx: Tx, { origin, ...reader }: Reader): Promise<string> {
  const token = await makeLinkToken(tx, { purpose: 'read_cases', ...reader })
  return `${origin}/cases?token=${token}`
}
