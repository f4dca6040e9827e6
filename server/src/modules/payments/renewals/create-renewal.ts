import { createHash } from 'node:crypto'
import type { Tx } from '../../../platform/database.ts'
import { newId } from '../../../platform/ids.ts'
import {
  checkRenewal,
  failRenewal,
  lockSubscription,
  markCharging,
  type Subscription,
} from '../../subscriptions/index.ts'
import { scheduleCheck } from '../attempts/apply-provider-state.ts'
import { recordTransition } from '../attempts/attempts.ts'
import type { PaymentDeps, PayingBrand } from '../deps.ts'
import type { ChargeRequest, PaymentProvider } from '../port.ts'
import { nextCheck } from '../attempts/poll-schedule.ts'
import { sealRequest } from '../attempts/sealed-request.ts'
import { siteLink } from '../site-links.ts'
import { endUnpaid, notifyUnpaid } from './unpaid.ts'
import { reminderOf } from './reminders.ts'

export type CreatedRenewal =
  | { readonly outcome: 'created'; readonly request: ChargeRequest; readonly provider: PaymentProvider }
  /** The plan ended or waits for the member; nothing is to be charged. */
  | { readonly outcome: 'changed' }
  | { readonly outcome: 'nothing' }

/**
 * Commits the attempt of a renewal that is due, under the member's and the term's lock: price and plan as sold, one key per renewal and try,
 * so that two workers or a restart make one charge. Without a timely reminder nothing is created and the plan ends.
 */
export async function createRenewal(deps: PaymentDeps, id: string, memberId: string): Promise<CreatedRenewal> {
  return deps.db.transaction().execute(async (tx): Promise<CreatedRenewal> => {
    const member = await tx
      .selectFrom('members')
      .select(['state', 'email', 'locale', 'country'])
      .where('id', '=', memberId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const term = await lockSubscription(tx, id)
    const brand = deps.brandOf(term.brand_id)
    if (!brand) throw new Error(`no brand ${term.brand_id}`)
    const now = deps.clock()
    const check = checkRenewal(term, { now, graceDays: brand.renewal.graceDays, reminder: await reminderOf(tx, term) })
    if (check.go === 'wait') return { outcome: 'nothing' }
    // Whoever has left or was shut out is not charged either.
    if (check.go === 'end' || member.state !== 'active') {
      await endUnpaid(deps, tx, term, check.go === 'end' ? check.reason : 'unpaid')
      return { outcome: 'changed' }
    }
    const card = await storedCard(tx, term)
    const provider = card && deps.providers.get(card.provider)
    if (!card || !provider) return withoutCard(deps, tx, term, brand)

    const reference = newId()
    const request: ChargeRequest = {
      reference,
      idempotencyKey: reference,
      amount: { minor: term.plan.totalMinor, currency: term.plan.currency },
      source: { kind: 'token', token: card.token, initiator: 'merchant' },
      shopper: {
        reference: memberId,
        email: member.email,
        locale: `${member.locale}-${member.country}`,
        ip: null,
        country: member.country,
      },
      returnUrl: siteLink(deps, term, `/paymentCheck/${provider.key}?reference=${reference}`),
      origin: siteLink(deps, term, ''),
      browser: null,
      descriptor: deps.flows.of(term.brand_id, term.flow_id).descriptor,
    }
    await insert(deps, tx, term, { request, provider: provider.key, locale: member.locale })
    await markCharging(tx, term, brand.renewal.graceDays)
    return { outcome: 'created', request, provider }
  })
}

async function storedCard(tx: Tx, term: Subscription): Promise<{ provider: string; token: string } | undefined> {
  if (term.card_token_id === null) return undefined
  return tx
    .selectFrom('card_tokens')
    .select(['provider', 'token'])
    .where('member_id', '=', term.member_id)
    .where('id', '=', term.card_token_id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** No card to charge: only the member can go on, as when their bank wants them present. */
async function withoutCard(deps: PaymentDeps, tx: Tx, term: Subscription, brand: PayingBrand): Promise<CreatedRenewal> {
  const unpaid = await failRenewal(tx, term, {
    refusal: 'authentication',
    graceDays: brand.renewal.graceDays,
    now: deps.clock(),
  })
  await notifyUnpaid(deps, tx, term, unpaid, 'authentication')
  return { outcome: 'changed' }
}

async function insert(
  deps: PaymentDeps,
  tx: Tx,
  term: Subscription,
  { request, provider, locale }: { request: ChargeRequest; provider: string; locale: string },
): Promise<void> {
  const now = deps.clock()
  const checkAt = nextCheck('submitting', 0, now, now)
  await tx
    .insertInto('payment_attempts')
    .values({
      id: request.reference,
      brand_id: term.brand_id,
      member_id: term.member_id,
      order_key: renewalKey(term),
      provider,
      flow_id: term.flow_id,
      flow_version: term.flow_version,
      plan_id: term.plan_id,
      plan: JSON.stringify(term.plan),
      amount_minor: request.amount.minor,
      currency: request.amount.currency,
      state: 'submitting',
      sealed_request: sealRequest(deps.sealKey, { request, redirectResult: null }),
      card_token_id: term.card_token_id,
      locale,
      created_at: now,
      updated_at: now,
      check_at: checkAt,
      site_origin: term.site_origin,
      renewal_of: term.id,
      renewal_from: term.period_end,
      // Consent to the renewals was given with the order that began the term.
      accepts: JSON.stringify({ renewal: false, immediateStart: false, textVersion: '' }),
    })
    .execute()
  await recordTransition(tx, {
    attemptId: request.reference,
    from: 'created',
    to: 'submitting',
    cause: 'charge',
    at: now,
  })
  if (checkAt) await scheduleCheck(tx, request.reference, checkAt)
}

/** One key for each try of each renewal (RFC 9562, version 8): the table takes it once. */
function renewalKey(term: Subscription): string {
  const bytes = createHash('sha256')
    .update(`renewal:${term.id}:${term.period_end.toISOString()}:${term.tries}`)
    .digest()
    .subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
