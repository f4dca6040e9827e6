import { emailPattern, normaliseEmail, type routes } from '@incontro/contract'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Database, Executor } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure, notFound, notSignedIn } from '#platform/http/problem.ts'
import { useOnce } from '#platform/secrets/single-use.ts'
import type { AddressKeys } from '../outcomes/addresses.ts'
import { type MailgunEvent, readMailgun } from '../outcomes/mailgun.ts'
import { type OutcomeEmail, recordOutcome } from '../outcomes/record-outcome.ts'
import { emailOfMessageId } from '../outcomes/reply-address.ts'

export interface MailRemoveDeps extends AddressKeys {
  readonly db: Database
  /** Undefined if no mail provider is connected. */
  readonly signingKey: string | undefined
  readonly clock: () => Date
}

type RemoveCall = Call<typeof routes.mailRemove>

const clockWindow = 5 * 60_000

/**
 * What the mail provider reports: a recipient leaves this brand's lists, known or not, or a mail arrived, waits or will
 * not arrive. What a person wants counts for mail of any sender; other events only for mails of this brand.
 */
export async function mailRemove(deps: MailRemoveDeps, { body, site }: RemoveCall): Promise<void> {
  if (deps.signingKey === undefined) throw notFound()
  const at = deps.clock()
  const { token, timestamp } = body.signature
  if (!isSigned(body.signature, deps.signingKey, at)) throw notSignedIn()
  const event = readMailgun(body['event-data'])
  const address = normaliseEmail(event.recipient ?? '')
  if (!emailPattern.test(address) || address.length > 320)
    throw new Failure(400, 'invalid', { field: 'event-data', message: 'The recipient is not an email address' })
  await deps.db.transaction().execute(async (tx) => {
    // A signature is valid once.
    if (!(await useOnce(tx, 'mail-remove', token, new Date(Number(timestamp) * 1000 + clockWindow))))
      throw notSignedIn()
    const about = await mailOf(tx, site.brandId, address, event)
    if (event.outcome === undefined || about === 'another') return
    if (about === 'unknown' && (event.outcome.kind === 'delivered' || 'class' in event.outcome)) return
    await recordOutcome(tx, deps, {
      brandId: site.brandId,
      address,
      email: about === 'unknown' ? undefined : about,
      outcome: event.outcome,
      code: event.code,
      diagnostic: event.diagnostic,
      source: 'mailgun',
      eventKey: (event.id ?? token).slice(0, 200),
      happenedAt: event.happenedAt ?? new Date(Number(timestamp) * 1000),
      at,
    })
  })
}

/**
 * The mail that an event is about. Without a message id, the latest that was sent to the address. `another` is one of
 * another brand, or to another address.
 */
async function mailOf(
  tx: Executor,
  brandId: string,
  address: string,
  { messageId }: MailgunEvent,
): Promise<OutcomeEmail | undefined | 'unknown' | 'another'> {
  const emails = tx
    .selectFrom('emails')
    .select(['id', 'brand_id', 'kind', 'member_id', 'to_address', 'created_at', 'requeued_at'])
  if (messageId === undefined)
    return emails
      .where('to_address', '=', address)
      .where('brand_id', '=', brandId)
      .where('state', '=', 'sent')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  const id = emailOfMessageId(messageId)
  const email = id !== undefined ? await emails.where('id', '=', id).executeTakeFirst() : undefined
  if (!email) return 'unknown'
  return email.brand_id === brandId && normaliseEmail(email.to_address) === address ? email : 'another'
}

/** Mailgun's signature: HMAC-SHA256 of time and token, which identify one event for a few minutes. */
function isSigned({ timestamp, token, signature }: RemoveCall['body']['signature'], key: string, at: Date): boolean {
  if (Math.abs(at.getTime() - Number(timestamp) * 1000) > clockWindow) return false
  const wanted = createHmac('sha256', key)
    .update(timestamp + token)
    .digest()
  return timingSafeEqual(wanted, Buffer.from(signature, 'hex'))
}
