import { minorDigits, timeZoneOf } from '@incontro/contract'
import type { Principal } from '#platform/caller.ts'
import { needsAgeCheck, plansFor, type Buyer, type Flow, type RatePlan } from '#modules/flows/index.ts'
import { currentSubscription, type Subscription } from '#modules/subscriptions/index.ts'
import { ageCheckResult } from '#modules/age-checks/index.ts'
import { cardOnFile, hasStoredCard, type CardOnFile } from '../cards/stored-cards.ts'
import { canTake, type Connection } from '../connections.ts'
import type { PaymentDeps } from '../deps.ts'
import { offeredChanges, type OfferedChange } from '../plan-changes/upgrade.ts'
import type { PaymentMethod } from '../port.ts'
import type { Wallet } from '../wallets/port.ts'
import { hasBought } from './bought-before.ts'
import { offeredTerm, type OfferedTerm } from './offered-term.ts'

/** What a member may buy now and how: the single source for what is shown and what is charged. */
export interface Offer {
  readonly flow: Flow
  readonly plans: readonly RatePlan[]
  /** The member's running plan. */
  readonly term: Subscription | undefined
  /** The plans whose order changes the running one, by id. */
  readonly changes: ReadonlyMap<string, OfferedChange>
  /** The period that each plan adds, by id; packs have none. */
  readonly terms: ReadonlyMap<string, OfferedTerm>
  /** Of the member's country. */
  readonly timeZone: string
  /**
   * The brand's connections for the flow's payment systems, in the flow's order or the brand's for the member's
   * country.
   */
  readonly connections: readonly Connection[]
  /** The wallets among the flow's payment systems, each with the connection that charges it. */
  readonly wallets: readonly WalletOffer[]
  /** Names of both, in display order. */
  readonly systems: readonly string[]
  readonly card: CardOnFile | null
  readonly ageCheck: AgeCheckState
}

/** `asked` comes before everything else; so does `under_18`, proved by a wallet. */
export type AgeCheckState = 'passed' | 'asked' | 'under_18'

export interface WalletOffer {
  readonly wallet: Wallet
  readonly connection: Connection
}

export async function offerFor(deps: PaymentDeps, member: Principal): Promise<Offer> {
  const flow = deps.flows.of(member.brandId, member.flowId)
  const there = deps.brandOf(member.brandId)?.paymentSystems?.[member.country] ?? flow.paymentSystems
  const systems = there.filter((name) => flow.paymentSystems.some((one) => one === name))
  const connections = systems.flatMap((name) => deps.connections.of(member.brandId, name) ?? [])
  const wallets = systems.flatMap((name) => {
    const wallet = deps.wallets.find((one) => one.name === name)
    const connection = wallet && deps.connections.charging(member.brandId, name)
    return connection ? [{ wallet, connection }] : []
  })
  const cards = connections.filter(({ provider }) => provider.capabilities.methods.includes('stored'))
  const card = await cardOnFile(
    deps.db,
    member.memberId,
    cards.map(({ id }) => id),
  )
  // The session's level may be a moment old; the price must be current.
  const { level } = await deps.db
    .selectFrom('members')
    .select('level')
    .where('id', '=', member.memberId)
    .executeTakeFirstOrThrow()
  const brand = deps.brandOf(member.brandId)
  const currency = brand?.currencies?.[member.country]
  const buyer = {
    level: level as 0 | 1 | 2,
    boughtBefore: level === 0 && (await hasBought(deps.db, member.memberId)),
    cardOnFile: await hasStoredCard(deps.db, member.memberId),
    currency,
  }
  const ageCheck = await ageCheckFor(deps, member, flow, buyer)
  // A card does not override a wallet that proved another age.
  const plans = ageCheck === 'under_18' ? [] : plansFor(flow, { ...buyer, ageChecked: ageCheck === 'passed' })
  const [sold] = plans
  const before = sold ? await deps.pricesBefore(member.brandId, flow.id, sold.currency) : new Map<string, number>()
  const now = deps.clock()
  const term = await currentSubscription(deps.db, member.memberId, now)
  const changes = term ? await offeredChanges(deps.db, term, plans, now) : new Map<string, OfferedChange>()
  const timeZone = timeZoneOf(member.country)
  const noticeDays = brand?.renewal.noticeDays ?? 90
  const terms = plans.flatMap((plan): [string, OfferedTerm][] => {
    const added = offeredTerm(plan, { running: term, change: changes.get(plan.id), now, timeZone, noticeDays })
    return added ? [[plan.id, added]] : []
  })
  return {
    flow,
    term,
    changes,
    terms: new Map(terms),
    timeZone,
    connections,
    wallets: wallets.filter(({ wallet: { mostDecimals = Infinity } }) =>
      plans.every(({ currency }) => minorDigits(currency) <= mostDecimals),
    ),
    systems,
    card,
    ageCheck,
    plans: plans.map((plan) => ({ ...plan, oldTotalMinor: before.get(plan.id) ?? null })),
  }
}

async function ageCheckFor(
  deps: PaymentDeps,
  { memberId }: Principal,
  flow: Flow,
  buyer: Omit<Buyer, 'ageChecked'>,
): Promise<AgeCheckState> {
  if (!needsAgeCheck(flow, { ...buyer, ageChecked: false })) return 'passed'
  const result = await ageCheckResult(deps.db, memberId)
  return result === 'over_18' ? 'passed' : (result ?? 'asked')
}

/**
 * The first connection of the offer that can charge this plan by this method; a stored card only where it is stored.
 */
export const connectionFor = (
  offer: Offer,
  { plan, method, country }: { readonly plan: RatePlan; readonly method: PaymentMethod; readonly country: string },
): Connection | undefined =>
  offer.connections.find(
    ({ id, provider }) =>
      (method !== 'stored' || id === offer.card?.connection) &&
      canTake(provider.capabilities, {
        method,
        currency: plan.currency,
        country,
        renews: plan.renews,
        zeroAmount: plan.totalMinor === 0,
      }),
  )
