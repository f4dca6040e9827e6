import type { Executor } from '../../platform/database.ts'
import { hashToken, newToken } from '../../platform/ids.ts'

export type LinkPurpose = 'confirm_email' | 'reset_password' | 'autologin' | 'undo_email_change' | 'keep_account'

const lifeHours: Record<LinkPurpose, number> = { confirm_email: 24, reset_password: 2, autologin: 72, undo_email_change: 168, keep_account: 720 }

/** Makes the token of an email's link: single use, expiring, bound to purpose, brand, member and address; only the hash is kept. */
export async function makeLinkToken(tx: Executor, input: { purpose: LinkPurpose; brandId: string; memberId: string; email: string; at: Date }): Promise<string> {
  const token = newToken()
  await tx.insertInto('one_time_tokens').values({
    token_hash: hashToken(token), purpose: input.purpose, brand_id: input.brandId, member_id: input.memberId, email: input.email,
    expires_at: new Date(input.at.getTime() + lifeHours[input.purpose] * 3_600_000), created_at: input.at,
  }).execute()
  return token
}

/**
 * Uses a token up. Undefined when it is unknown, of another purpose or brand, expired, used, or sent to an address that
 * is no longer the member's. Two requests at once: one of them gets it.
 */
export async function useLinkToken(tx: Executor, input: { token: string; purpose: LinkPurpose; brandId: string; at: Date }): Promise<{ memberId: string } | undefined> {
  const row = await tx.updateTable('one_time_tokens').set({ used_at: input.at })
    .where('token_hash', '=', hashToken(input.token)).where('purpose', '=', input.purpose).where('brand_id', '=', input.brandId)
    .where('used_at', 'is', null).where('expires_at', '>', input.at)
    .where((where) => where.exists(where.selectFrom('members').select('members.id').whereRef('members.id', '=', 'one_time_tokens.member_id').whereRef('members.email', '=', 'one_time_tokens.email')))
    .returning('member_id').executeTakeFirst()
  return row && { memberId: row.member_id }
}
