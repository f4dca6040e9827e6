import type { Keys } from '../../../platform/ids.ts'
import type { MailList, routes } from '@incontro/contract'
import type { Database } from '../../../platform/database.ts'
import type { Call } from '../../../platform/http/bind.ts'
import { Failure } from '../../../platform/http/problem.ts'
import { type AddressKeys, suppress } from './suppressions.ts'
import { readUnsubscribeToken } from './unsubscribe-link.ts'

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
  await deps.db.transaction().execute(async (tx) => {
    const receiver = await tx
      .selectFrom('members')
      .select('email')
      .where('id', '=', memberId)
      .where('brand_id', '=', site.brandId)
      .executeTakeFirst()
    // The account was erased, so it gets no mail.
    if (!receiver) return
    await suppress(tx, deps, {
      brandId: site.brandId,
      address: receiver.email,
      memberId,
      list,
      source: linked ? 'link' : 'member',
      at: deps.clock(),
    })
  })
  return { list }
}
