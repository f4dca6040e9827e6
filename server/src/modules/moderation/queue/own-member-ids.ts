import { normaliseEmail } from '@incontro/contract'
import type { OwnMemberIds } from '#platform/caller.ts'

/** By the address of the person: others decide about these accounts. */
export const ownMemberIds: OwnMemberIds = async (executor, { email }, brandId) => {
  const rows = await executor
    .selectFrom('member_emails')
    .select('member_id')
    .where('brand_id', '=', brandId)
    .where('email', '=', normaliseEmail(email))
    .execute()
  return rows.map((row) => row.member_id)
}
