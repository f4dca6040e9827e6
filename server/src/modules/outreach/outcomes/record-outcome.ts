import type { MailList } from '@incontro/contract'
import type { Executor } from '#platform/database/database.ts'
import { newId } from '#platform/ids.ts'
import { type FailureClass, withoutAddresses } from '#platform/mail/mail-reply.ts'
import type { EmailKind } from '../channels/email/email.ts'
import { listOf, mailKind } from '../channels/email/mail-kinds.ts'
import { suppress } from '../preferences/suppressions.ts'
import { type AddressKeys, countSoftFailure, hashNow, stopAddress, wasReached } from './addresses.ts'

/** An email of ours that an outcome is about. */
export interface OutcomeEmail {
  readonly id: string
  readonly kind: string
  readonly member_id: string | null
  readonly created_at: Date
  readonly requeued_at: Date | null
}

/** What a recipient wants, as they said to a provider. */
export type Wish = 'complained' | 'unsubscribed'

/** `delayed`: it is tried on. `failed`: it will not arrive, at times for what the recipient has said before. */
export type Outcome =
  | { readonly kind: 'delivered' | Wish }
  | { readonly kind: 'delayed' | 'failed'; readonly class: FailureClass; readonly for?: Wish | undefined }

export interface OutcomeEvent {
  readonly brandId: string
  readonly address: string
  /** Undefined where the event names none. */
  readonly email: OutcomeEmail | undefined
  readonly outcome: Outcome
  readonly code: string | null
  readonly diagnostic: string | null
  readonly source: 'smtp' | 'mailgun' | 'report'
  /** Of this event: the same one has no effect again. */
  readonly eventKey: string
  /** When it happened. */
  readonly happenedAt: Date
  readonly at: Date
}

/** For a source that has no ids: the first reply or report of each meaning counts, the later ones say the same. */
export function eventKeyOf(email: OutcomeEmail, outcome: Outcome): string {
  const meaning = 'class' in outcome ? ` ${outcome.class}` : ''
  return `${email.id} ${outcome.kind}${meaning} ${email.requeued_at?.getTime() ?? 0}`
}

/** Records what became of an email, once, with its consequences. @returns whether it was new */
export async function recordOutcome(tx: Executor, keys: AddressKeys, event: OutcomeEvent): Promise<boolean> {
  const { brandId, address, email, outcome, source, eventKey, at } = event
  const memberId = email?.member_id ?? (await ownerOf(tx, brandId, address))
  const added = await tx
    .insertInto('mail_events')
    .values({
      brand_id: brandId,
      id: newId(),
      email_id: email?.id ?? null,
      member_id: memberId,
      address_hash: hashNow(keys, event),
      kind: outcome.kind,
      class: 'class' in outcome ? outcome.class : null,
      code: event.code?.slice(0, 40) ?? null,
      diagnostic: event.diagnostic === null ? null : withoutAddresses(event.diagnostic),
      source,
      event_key: eventKey,
      created_at: at,
    })
    .onConflict((conflict) => conflict.columns(['brand_id', 'source', 'event_key']).doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows === 0n) return false
  if (outcome.kind === 'failed') await fail(tx, keys, event, outcome.class)
  if (outcome.kind === 'delivered') await wasReached(tx, keys, event)
  for (const list of listsLeft(outcome, email?.kind as EmailKind | undefined))
    await suppress(tx, keys, { brandId, address, memberId, list, source: 'provider', at })
  return true
}

/** What was sent and does not arrive is not sent: a renewal reminder is no reminder then. */
async function fail(tx: Executor, keys: AddressKeys, event: OutcomeEvent, meaning: FailureClass): Promise<void> {
  const { email, happenedAt } = event
  const bounced = meaning === 'hard' && mailKind(email?.kind ?? '')?.toOurselves !== true
  if (email)
    await tx
      .updateTable('emails')
      .set({ state: bounced ? 'bounced' : 'dead' })
      .where('id', '=', email.id)
      .where('state', 'in', ['queued', 'sent'])
      .execute()
  const mailedAt = email ? (email.requeued_at ?? email.created_at) : happenedAt
  const about = { brandId: event.brandId, address: event.address, at: event.at, mailedAt }
  if (bounced) await stopAddress(tx, keys, about)
  if (meaning === 'soft') await countSoftFailure(tx, keys, about)
}

/** A complaint ends all that is not about a contract or the account. */
function listsLeft(outcome: Outcome, kind: EmailKind | undefined): readonly MailList[] {
  const said = 'class' in outcome ? outcome.for : outcome.kind
  if (said === 'complained') return ['notices', 'promotion']
  if (said === 'unsubscribed') return [(kind && listOf(kind)) ?? 'promotion']
  return []
}

async function ownerOf(tx: Executor, brandId: string, address: string): Promise<string | null> {
  const owner = await tx
    .selectFrom('member_emails')
    .select('member_id')
    .where('brand_id', '=', brandId)
    .where('email', '=', address)
    .executeTakeFirst()
  return owner?.member_id ?? null
}
