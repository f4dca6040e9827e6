import type { Database, Executor } from '#platform/database/database.ts'
import { type BatchOptions, deleteInBatches } from '#platform/database/delete-in-batches.ts'
import { hashToken, newToken } from '#platform/ids.ts'

export interface NewInvitation {
  readonly brandId: string
  /** Lower-cased. */
  readonly email: string
  /** A path of the site, as `safeTarget` gives it. */
  readonly red: string
  readonly source: string | null
  readonly campid: string | null
  readonly flowId: string | null
  readonly days: number
  readonly at: Date
}

export interface Invitation {
  readonly email: string
  readonly red: string
  readonly source: string | null
  readonly campid: string | null
  readonly flowId: string | null
}

/**
 * 256 bits in any of their spellings: base64 as in the specification, with `/` and `+` as `~` and `*` in a link, or
 * base64url.
 */
const canonical = (token: string): string => token.replace(/[~/]/g, '_').replace(/[*+]/g, '-').replace(/=+$/, '')

/** The token as written in a link: base64 with `/` and `+` as `~` and `*` (section 2). */
const forLink = (token: string): string => token.replaceAll('_', '~').replaceAll('-', '*')

/**
 * Creates an invitation to register with an address, which the link confirms. Only the token's hash is stored; the
 * token is returned in link format.
 */
export async function makeInvitation(executor: Executor, invitation: NewInvitation): Promise<string> {
  const token = newToken()
  await executor
    .insertInto('invitations')
    .values({
      brand_id: invitation.brandId,
      token_hash: hashToken(token),
      email: invitation.email,
      red: invitation.red,
      source: invitation.source,
      campid: invitation.campid,
      flow_id: invitation.flowId,
      created_at: invitation.at,
      expires_at: new Date(invitation.at.getTime() + invitation.days * 86_400_000),
    })
    .execute()
  return forLink(token)
}

/** The invitation of a token; undefined when it is unknown, of another brand, used or expired. */
export async function openInvitation(
  executor: Executor,
  input: { token: string; brandId: string; at: Date },
): Promise<Invitation | undefined> {
  const row = await executor
    .selectFrom('invitations')
    .select(['email', 'red', 'source', 'campid', 'flow_id'])
    .where('brand_id', '=', input.brandId)
    .where('token_hash', '=', hashToken(canonical(input.token)))
    .where('used_at', 'is', null)
    .where('expires_at', '>', input.at)
    .executeTakeFirst()
  return row && { email: row.email, red: row.red, source: row.source, campid: row.campid, flowId: row.flow_id }
}

/** Uses an invitation; false when a concurrent request did. */
export async function useInvitation(
  tx: Executor,
  input: { token: string; brandId: string; at: Date },
): Promise<boolean> {
  const used = await tx
    .updateTable('invitations')
    .set({ used_at: input.at })
    .where('brand_id', '=', input.brandId)
    .where('token_hash', '=', hashToken(canonical(input.token)))
    .where('used_at', 'is', null)
    .where('expires_at', '>', input.at)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

/**
 * The address of an unused invitation is deleted a month after the invitation expires, which leaves time for questions
 * about it.
 */
export async function sweepInvitations(db: Database, at: Date, time?: BatchOptions): Promise<void> {
  const before = new Date(at.getTime() - 30 * 86_400_000)
  await deleteInBatches(db, { table: 'invitations', column: 'expires_at', before }, time)
}
