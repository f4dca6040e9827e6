import { emailPattern, normaliseEmail, type routes } from '@incontro/contract'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Database } from '../../../platform/database.ts'
import type { Call } from '../../../platform/http/bind.ts'
import { Failure, notFound, notSignedIn } from '../../../platform/http/problem.ts'
import { useOnce } from '../../../platform/single-use.ts'
import { type AddressKeys, suppress } from './suppressions.ts'

export interface MailRemoveDeps extends AddressKeys {
  readonly db: Database
  /** Undefined if no mail provider is connected. */
  readonly signingKey: string | undefined
  readonly clock: () => Date
}

type RemoveCall = Call<typeof routes.mailRemove>

/** The provider's events that end promotion; delivery events may be posted to the same URL. */
const ends: ReadonlySet<unknown> = new Set([undefined, 'unsubscribed', 'complained'])
const clockWindow = 5 * 60_000

/** Removes the address of a provider's event from this brand's promotion, known or not. */
export async function mailRemove(deps: MailRemoveDeps, { body, site }: RemoveCall): Promise<void> {
  if (deps.signingKey === undefined) throw notFound()
  const at = deps.clock()
  if (!isSigned(body.signature, deps.signingKey, at)) throw notSignedIn()
  const { recipient, event } = body['event-data'] as { recipient: string; event?: unknown }
  const address = normaliseEmail(recipient)
  if (!emailPattern.test(address))
    throw new Failure(400, 'invalid', { field: 'event-data', message: 'The recipient is not an email address' })
  await deps.db.transaction().execute(async (tx) => {
    // A signature is valid once.
    const { token, timestamp } = body.signature
    if (!(await useOnce(tx, 'mail-remove', token, new Date(Number(timestamp) * 1000 + clockWindow))))
      throw notSignedIn()
    if (!ends.has(event)) return
    const owner = await tx
      .selectFrom('member_emails')
      .select('member_id')
      .where('brand_id', '=', site.brandId)
      .where('email', '=', address)
      .executeTakeFirst()
    await suppress(tx, deps, {
      brandId: site.brandId,
      address,
      memberId: owner?.member_id ?? null,
      list: 'promotion',
      source: 'provider',
      at,
    })
  })
}

/** Mailgun's signature: HMAC-SHA256 of time and token, which identify one event for a few minutes. */
function isSigned({ timestamp, token, signature }: RemoveCall['body']['signature'], key: string, at: Date): boolean {
  if (Math.abs(at.getTime() - Number(timestamp) * 1000) > clockWindow) return false
  const wanted = createHmac('sha256', key)
    .update(timestamp + token)
    .digest()
  return timingSafeEqual(wanted, Buffer.from(signature, 'hex'))
}
