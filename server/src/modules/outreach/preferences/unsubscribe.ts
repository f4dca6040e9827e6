import type { Keys } from '#platform/ids.ts'
import type { MailList, routes } from '@incontro/contract'
import type { FastifyRequest } from 'fastify'
import type { Site } from '#platform/caller.ts'
import type { Database } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure } from '#platform/http/problem.ts'
import type { AddressKeys } from '../outcomes/addresses.ts'
import { suppress } from './suppressions.ts'
import { readUnsubscribeToken, type Subscription } from './unsubscribe-link.ts'

export interface UnsubscribeDeps extends AddressKeys {
  readonly db: Database
  readonly linkKeys: Keys
  readonly clock: () => Date
}

const refused = (status: 400 | 401): Failure =>
  new Failure(status, 'disiscrizione_ko', {
    ...(status === 400 ? { field: 'token' } : {}),
    message: 'Use the link of the email, or sign in',
  })

/** Unsubscribes the recipient of a link from its list, or the signed-in member from the list they name. Idempotent. */
export async function unsubscribe(
  deps: UnsubscribeDeps,
  { body, member, site }: Call<typeof routes.unsubscribe>,
): Promise<{ list: MailList }> {
  const linked = body.token === undefined ? undefined : readUnsubscribeToken(deps.linkKeys, body.token)
  if (body.token !== undefined && linked?.brandId !== site.brandId) throw refused(400)
  const subscription = linked ?? (member && { memberId: member.memberId, list: body.list ?? 'promotion' })
  if (!subscription) throw refused(401)
  const { memberId, list } = subscription
  await leave(deps, { brandId: site.brandId, memberId, list, source: linked ? 'link' : 'member' })
  return { list }
}

async function leave(
  deps: UnsubscribeDeps,
  { brandId, memberId, list, source }: Subscription & { readonly source: 'link' | 'member' },
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const receiver = await tx
      .selectFrom('members')
      .select('email')
      .where('id', '=', memberId)
      .where('brand_id', '=', brandId)
      .executeTakeFirst()
    // The account was erased, so it gets no mail.
    if (!receiver) return
    await suppress(tx, deps, { brandId, address: receiver.email, memberId, list, source, at: deps.clock() })
  })
}

/** The recipient of a valid link: counted in the limits instead of the network, which may be a mail provider's. */
export function holderOfLink({ linkKeys }: Pick<UnsubscribeDeps, 'linkKeys'>, body: unknown): string | undefined {
  const token = body !== null && typeof body === 'object' && 'token' in body ? body.token : undefined
  return typeof token === 'string' ? readUnsubscribeToken(linkKeys, token)?.memberId : undefined
}

/** Both encodings that a mail program may use; some send nothing. */
const oneClick = /^List-Unsubscribe=One-Click\s*$|name="?List-Unsubscribe"?\r?\n\r?\nOne-Click\r?\n/i

/**
 * The one-click request of a mail provider (RFC 8058): no cookie, no origin, only the link's token, and a sender that reads
 * no page. Undefined for any other request, and for an invalid link.
 */
export function oneClickOf(
  deps: UnsubscribeDeps,
  { url, headers, body }: FastifyRequest,
  site: Pick<Site, 'brandId'> | undefined,
): { readonly memberId: string; run(): Promise<void> } | undefined {
  if (headers.origin !== undefined || !/^\/unsubscribe\/?\?/.test(url)) return undefined
  const token = new URLSearchParams(url.slice(url.indexOf('?'))).get('token')
  if (token === null || (Buffer.isBuffer(body) && !oneClick.test(body.toString('latin1')))) return undefined
  const linked = readUnsubscribeToken(deps.linkKeys, token)
  if (linked === undefined || linked.brandId !== site?.brandId) return undefined
  return { memberId: linked.memberId, run: () => leave(deps, { ...linked, source: 'link' }) }
}
