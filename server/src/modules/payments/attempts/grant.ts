import { timeZoneOf } from '@incontro/contract'
import type { Tx } from '#platform/database/database.ts'
import { newId } from '#platform/ids.ts'
import { pipelined } from '#platform/database/pipeline.ts'
import { recordAgeCheck } from '#modules/age-checks/index.ts'
import { move } from '#modules/credits/index.ts'
import { setRenewalCard, startSubscription, type StartedTerm } from '#modules/subscriptions/index.ts'
import type { Attempt } from './attempts.ts'
import { raiseLevel } from './change-level.ts'
import type { Payer } from './payer.ts'
import { storeCard } from '../cards/stored-cards.ts'
import type { PaymentDeps } from '../deps.ts'
import type { ProviderState } from '../port.ts'
import { creditUnused } from '../plan-changes/upgrade.ts'
import { issueInvoice } from '../invoices/issue.ts'
import { receiptOf } from './receipt.ts'

/** What the caller of a grant writes: values of the attempt, and the receipt. */
export interface Granted {
  readonly subscriptionId: string | null
  /** The period that was bought; null for a pack. */
  readonly bought: StartedTerm['bought'] | null
  /** The email to queue with the change of the attempt; an age check has none. */
  readonly receipt: ReturnType<typeof receiptOf> | null
}

/**
 * Grants the purchase: credits, level, term, stored card, consents and invoice, in the caller's transaction. An age
 * check has neither invoice nor receipt. The caller holds the locks of attempt and member, and has checked that it
 * is not granted yet. Lock order: attempt, member, wallet.
 */
export async function grant(
  deps: PaymentDeps,
  tx: Tx,
  attempt: Attempt,
  payer: Payer,
  token: ProviderState['token'],
  at: Date,
): Promise<Granted> {
  const { plan, member_id: memberId, brand_id: brandId } = attempt
  if (plan.level === 0) {
    await recordAgeCheck(tx, { memberId, result: 'over_18', method: 'card', at })
    return { subscriptionId: null, bought: null, receipt: null }
  }
  const cardTokenId = token
    ? await storeCard(tx, { memberId, connection: attempt.connection, token, reactivate: true, at })
    : attempt.card_token_id
  const isUpgrade = attempt.change_of !== null
  if (isUpgrade) await creditUnused(tx, attempt)
  const started = plan.period
    ? await startSubscription(tx, {
        brandId,
        memberId,
        plan,
        flow: { id: attempt.flow_id, version: attempt.flow_version },
        cardTokenId,
        at,
        timeZone: timeZoneOf(payer.country),
        siteOrigin: attempt.site_origin,
        isUpgrade,
        noticeDays: deps.brandOf(brandId)?.renewal.noticeDays ?? 90,
      })
    : null
  const term = started?.term ?? null
  // A pack raises to level 1 and leaves a running term unchanged.
  await raiseLevel(deps, tx, attempt, { from: payer.level, to: plan.level, until: term?.period_end ?? null })
  const last4 = token?.last4 ?? (await last4Of(tx, memberId, cardTokenId))
  const invoice = await pipelined(tx, async (all) => {
    const [, , issued] = await Promise.all([
      sellCredits(all, attempt, at),
      recordConsents(all, attempt),
      issueInvoice(deps, all, attempt, payer),
    ])
    return issued
  })
  return {
    subscriptionId: term?.id ?? null,
    bought: started?.bought ?? null,
    receipt: receiptOf(deps, attempt, {
      invoice,
      to: payer.email,
      locale: payer.locale,
      country: payer.country,
      term,
      last4,
      at,
    }),
  }
}

/** Moves the credits of a paid order to its member, once. */
export async function sellCredits(tx: Tx, attempt: Attempt, at: Date): Promise<void> {
  const moved = await move(tx, {
    memberId: attempt.member_id,
    brandId: attempt.brand_id,
    account: 'messages',
    house: 'sales',
    amount: attempt.plan.credits,
    key: `payment:${attempt.id}`,
    at,
  })
  if (moved.outcome === 'insufficient') throw new Error('a sale takes no credits')
}

/** Stores a card reported by a webhook event after the grant. */
export async function storeLateCard(
  deps: PaymentDeps,
  tx: Tx,
  attempt: Attempt,
  token: NonNullable<ProviderState['token']>,
): Promise<void> {
  const cardTokenId = await storeCard(tx, {
    memberId: attempt.member_id,
    connection: attempt.connection,
    token,
    reactivate: false,
    at: deps.clock(),
  })
  if (attempt.subscription_id) await setRenewalCard(tx, attempt.subscription_id, cardTokenId)
}

async function recordConsents(tx: Tx, attempt: Attempt): Promise<void> {
  const given = {
    member_id: attempt.member_id,
    granted: true,
    text_version: attempt.accepts.textVersion,
    locale: attempt.locale,
    given_at: attempt.created_at,
  }
  const kinds = [
    ...(attempt.accepts.renewal ? ['renewal'] : []),
    ...(attempt.accepts.immediateStart ? ['immediate_start'] : []),
  ]
  if (kinds.length > 0)
    await tx
      .insertInto('consents')
      .values(kinds.map((kind) => ({ ...given, id: newId(), kind })))
      .execute()
}

export async function last4Of(tx: Tx, memberId: string, cardTokenId: string | null): Promise<string | null> {
  if (cardTokenId === null) return null
  const card = await tx
    .selectFrom('card_tokens')
    .select('last4')
    .where('member_id', '=', memberId)
    .where('id', '=', cardTokenId)
    .executeTakeFirst()
  return card?.last4 ?? null
}
