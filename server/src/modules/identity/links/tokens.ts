import type { Executor } from '#platform/database/database.ts'
import { hashToken, newToken } from '#platform/ids.ts'

export type LinkPurpose =
  | 'confirm_email'
  | 'reset_password'
  | 'autologin'
  | 'undo_email_change'
  | 'keep_account'
  | 'change_email'
  | 'read_cases'

const lifeHours: Record<LinkPurpose, number> = {
  confirm_email: 24,
  reset_password: 2,
  autologin: 72,
  undo_email_change: 168,
  keep_account: 720,
  change_email: 24,
  // As long as a decision can be appealed against.
  read_cases: 4416,
}

/**
 * These two are sent to an address that is not, or not yet, the member's. Every other link is invalidated by a change
 * of address.
 */
const toAnotherAddress: ReadonlySet<LinkPurpose> = new Set(['undo_email_change', 'change_email'])

/**
 * Creates the token of an email's link: single use, expiring, bound to purpose, brand, member and address. Only its
 * hash is stored.
 */
export async function makeLinkToken(
  tx: Executor,
  input: { purpose: LinkPurpose; brandId: string; memberId: string; email: string; at: Date },
): Promise<string> {
  const token = newToken()
  await tx
    .insertInto('one_time_tokens')
    .values({
      token_hash: hashToken(token),
      purpose: input.purpose,
      brand_id: input.brandId,
      member_id: input.memberId,
      email: input.email,
      expires_at: linkEnds(input.purpose, input.at),
      created_at: input.at,
    })
    .execute()
  return token
}

/** When a link created now expires. */
export const linkEnds = (purpose: LinkPurpose, at: Date): Date =>
  new Date(at.getTime() + lifeHours[purpose] * 3_600_000)

/** Links that are mailed within this time of being made are not written again. */
const promptMs = 5 * 60_000

interface RenewedLink {
  readonly purpose: LinkPurpose
  readonly brandId: string
  readonly memberId: string
  readonly email: string
  readonly endsAt: Date
}

/**
 * Makes an unused link as long valid as if it had been made now, because its email leaves only now.
 * @returns the link; undefined if it may not be used any more: another one may have replaced it meanwhile
 */
export async function renewLink(tx: Executor, token: string, at: Date): Promise<RenewedLink | undefined> {
  const link = await tx
    .selectFrom('one_time_tokens')
    .select(['purpose', 'expires_at', 'created_at', 'brand_id', 'member_id', 'email'])
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (!link) return undefined
  const purpose = link.purpose as LinkPurpose
  const renewed = { purpose, brandId: link.brand_id, memberId: link.member_id, email: link.email }
  const ends = linkEnds(purpose, at)
  const isPrompt = at.getTime() - link.created_at.getTime() < promptMs
  if (isPrompt || link.expires_at >= ends) return { ...renewed, endsAt: link.expires_at }
  await tx
    .updateTable('one_time_tokens')
    .set({ expires_at: ends })
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .execute()
  return { ...renewed, endsAt: ends }
}

/** Whether a used link still exists: revoking a member's links deletes them. */
export async function linkStands(tx: Executor, token: string): Promise<boolean> {
  return (
    (await tx
      .selectFrom('one_time_tokens')
      .select('token_hash')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirst()) !== undefined
  )
}

/**
 * The member of a link that could be used now: right purpose and brand, neither used nor expired, and sent to the
 * member's current address. Looking uses nothing up.
 */
export async function memberOfLink(
  db: Executor,
  { token, purpose, brandId, at }: { token: string; purpose: LinkPurpose; brandId: string; at: Date },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('one_time_tokens')
    .innerJoin('members', 'members.id', 'one_time_tokens.member_id')
    .select('one_time_tokens.member_id')
    .where('one_time_tokens.token_hash', '=', hashToken(token))
    .where('one_time_tokens.purpose', '=', purpose)
    .where('one_time_tokens.brand_id', '=', brandId)
    .where('one_time_tokens.used_at', 'is', null)
    .where('one_time_tokens.expires_at', '>', at)
    .whereRef('members.email', '=', 'one_time_tokens.email')
    .executeTakeFirst()
  return row?.member_id
}

/** Whether a link could be used now. */
export const linkIsValid = async (db: Executor, link: Parameters<typeof memberOfLink>[1]): Promise<boolean> =>
  (await memberOfLink(db, link)) !== undefined

export interface UsedLink {
  readonly memberId: string
  /** The address the link was sent to. */
  readonly email: string
  readonly madeAt: Date
}

/**
 * Uses a token. Undefined when it is unknown, used, expired, of another purpose or brand, or sent to an address that is
 * no longer the member's. Of two concurrent requests one gets it.
 */
export async function useLinkToken(
  tx: Executor,
  input: { token: string; purpose: LinkPurpose; brandId: string; at: Date },
): Promise<UsedLink | undefined> {
  // Locks the member first, like everything that changes an account.
  await tx
    .selectFrom('members')
    .innerJoin('one_time_tokens', 'one_time_tokens.member_id', 'members.id')
    .select('members.id')
    .where('token_hash', '=', hashToken(input.token))
    .forNoKeyUpdate('members')
    .executeTakeFirst()
  let use = tx
    .updateTable('one_time_tokens')
    .set({ used_at: input.at })
    .where('token_hash', '=', hashToken(input.token))
    .where('purpose', '=', input.purpose)
    .where('brand_id', '=', input.brandId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', input.at)
  if (!toAnotherAddress.has(input.purpose)) {
    use = use.where((where) =>
      where.exists(
        where
          .selectFrom('members')
          .select('members.id')
          .whereRef('members.id', '=', 'one_time_tokens.member_id')
          .whereRef('members.email', '=', 'one_time_tokens.email'),
      ),
    )
  }
  const row = await use.returning(['member_id', 'email', 'created_at']).executeTakeFirst()
  return row && { memberId: row.member_id, email: row.email, madeAt: row.created_at }
}
