import { decimal, type Locale, type PayMethodView, routes } from '@incontro/contract'
import type { Principal } from '#platform/caller.ts'
import { own, type Http } from '#platform/http/bind.ts'
import { notFound } from '#platform/http/problem.ts'
import { toOfferedPlan, type RatePlan } from '#modules/flows/index.ts'
import type { Subscription } from '#modules/subscriptions/index.ts'
import { storedLabel } from '../cards/stored-label.ts'
import type { Connection } from '../connections.ts'
import type { PaymentDeps } from '../deps.ts'
import type { Availability } from './availability.ts'
import type { OfferedChange } from '../plan-changes/upgrade.ts'
import { newestOrigin } from '../attempts/purchase-origin.ts'
import { offerFor, type Offer } from './offer.ts'
import { knownMethods } from './page-methods.ts'
import { mastercardMark, markImage, visaMark } from '../marks.ts'
import type { PaymentProvider } from '../port.ts'
import type { OfferedTerm } from './offered-term.ts'
import { taxPlaceOf } from '../invoices/tax-place.ts'
import { vatFor } from '../invoices/vat.ts'
import { withdrawalDays } from '../terms.ts'
import { withdrawUntil } from '../withdrawals/refundable.ts'
import { walletFrameAddress } from '../wallets/frame-route.ts'

/** Plans and payment methods on offer, with their terms. */
export function payRulesRoutes(http: Http, deps: PaymentDeps, availability: Availability): void {
  http.bind(routes.payRules, async ({ member, body, site }) => {
    own(member, body.clickid)
    const brand = deps.brandOf(member.brandId)
    if (!brand) throw notFound()
    const offer = await offerFor(deps, member)
    const { term } = offer
    const up = await answering(offer, member, availability)
    const frameOf = (wallet: string) => walletFrameAddress(deps, { wallet, brandId: brand.key, origin: site.origin })
    const payableBy = waysToPay(offer, up, frameOf)
    const vat = vatFor(brand, await taxPlaceOf(deps.db, member.memberId), deps.clock())
    const card = offer.card && up.some(({ id }) => id === offer.card?.connection) ? offer.card : null
    return {
      ratePlan: offer.plans.map((plan) => ({
        ...toOfferedPlan(plan, member.locale),
        change: changeView(plan, offer.changes.get(plan.id)),
        term: termView(offer.terms.get(plan.id)),
      })),
      paymentSystems: [...new Set(payableBy.map(({ paymentSystem }) => paymentSystem))],
      payableBy,
      ageCheckBy: offer.ageCheck === 'passed' ? null : ageCheckMethods(offer, up, deps),
      returnTo: await newestOrigin(deps.db, member.memberId, deps.clock()),
      descriptor: offer.flow.descriptor,
      vatRate: vat.rate,
      vatTerritory: vat.territory?.name ?? null,
      cardOnFile: card && { brand: card.brand, label: storedLabel(deps.connections, card), last4: card.last4 },
      noticeDays: brand.renewal.noticeDays,
      withdrawalDays,
      withdrawUntil: withdrawUntil(deps.clock(), member.country).toISOString(),
      subscription: term ? runningPlan(term, member.locale) : null,
    }
  })
}

const termView = (term: OfferedTerm | undefined) =>
  term ? { startsAt: term.from.toISOString(), endsAt: term.until.toISOString(), shortNotice: term.isShort } : null

const runningPlan = ({ plan, next_plan: next, renews, state, period_end: end }: Subscription, locale: Locale) => ({
  planId: plan.id,
  planName: plan.name[locale],
  renewsAt: renews && state !== 'cancelled' ? end.toISOString() : null,
  endsAt: end.toISOString(),
  next: next && { planId: next.plan.id, planName: next.plan.name[locale] },
})

const changeView = ({ currency }: RatePlan, change: OfferedChange | undefined) =>
  change?.when === 'now'
    ? {
        when: change.when,
        credit: decimal(change.creditMinor, currency),
        due: decimal(change.dueMinor, currency),
        startsAt: null,
      }
    : change
      ? {
          when: change.when,
          credit: decimal(0, currency),
          due: decimal(0, currency),
          startsAt: change.startsAt.toISOString(),
        }
      : null

/** The methods by which the member can prove their age now. */
function ageCheckMethods(
  { ageCheck }: Offer,
  up: readonly Connection[],
  { asksWallets }: Pick<PaymentDeps, 'asksWallets'>,
): ('card' | 'wallet')[] {
  const byCard =
    ageCheck === 'asked' &&
    up.some(({ provider: { capabilities } }) => capabilities.zeroAmountCheck && capabilities.methods.includes('card'))
  return [...(asksWallets ? (['wallet'] as const) : []), ...(byCard ? (['card'] as const) : [])]
}

/** The offer's connections that support the member's country and the plans' currency, and are up. */
async function answering(offer: Offer, member: Principal, availability: Availability): Promise<readonly Connection[]> {
  const currencies = [...new Set(offer.plans.map(({ currency }) => currency))]
  const offered = new Set([...offer.connections, ...offer.wallets.map(({ connection }) => connection)])
  const serving = [...offered].filter(
    ({ provider: { capabilities } }) =>
      (capabilities.countries === 'any' || capabilities.countries.includes(member.country)) &&
      (capabilities.currencies === 'any' || currencies.every((one) => capabilities.currencies.includes(one))),
  )
  const up = await Promise.all(serving.map((connection) => availability.isUp(connection)))
  return serving.filter((_connection, index) => up[index])
}

/** In the order of the offer's systems; a page without a method of its own is left out. @param frameOf URL of a wallet's frame */
function waysToPay(
  { systems, connections, wallets }: Offer,
  up: readonly Connection[],
  frameOf: (wallet: string) => string,
) {
  const upSystems = systems.flatMap((paymentSystem) => {
    const provider = connections.find((one) => up.includes(one) && one.provider.name === paymentSystem)?.provider
    const wallet = wallets.find(({ wallet, connection }) => up.includes(connection) && wallet.name === paymentSystem)
    return provider || wallet ? [{ paymentSystem, provider, wallet }] : []
  })
  const hasCardForm = upSystems.some(({ provider }) => provider?.capabilities.methods.includes('card'))
  return upSystems.flatMap(({ paymentSystem, provider, wallet }) => [
    ...(provider ? waysOf(provider, hasCardForm) : []).map((way) => ({
      ...way,
      paymentSystem,
      devices: null,
      frame: null,
    })),
    ...(wallet
      ? [
          {
            ...way('wallet', wallet.wallet.label, [
              {
                id: 'wallet',
                name: wallet.wallet.label,
                mark: markImage(wallet.wallet.mark),
                renewals: wallet.connection.provider.capabilities.renewals,
              },
            ]),
            paymentSystem,
            devices: wallet.wallet.devices,
            frame: frameOf(paymentSystem),
          },
        ]
      : []),
  ])
}

const way = <K extends 'card' | 'hosted' | 'wallet'>(kind: K, label: string, methods: readonly PayMethodView[]) => ({
  kind,
  label,
  methods: [...methods],
  renewals: methods.some(({ renewals }) => renewals),
})

/** How a provider takes payments by itself: in the card form, on its page. */
function waysOf({ label, mark, capabilities }: PaymentProvider, hasCardForm: boolean) {
  const { methods, page = ['other'], pageRenewals, renewals } = capabilities
  const ways = []
  if (methods.includes('card'))
    ways.push(
      way('card', label, [
        { id: 'network', name: 'Visa', mark: markImage(visaMark()), renewals },
        { id: 'network', name: 'Mastercard', mark: markImage(mastercardMark()), renewals },
      ]),
    )
  if (!methods.includes('hosted')) return ways
  if (page === 'account')
    return [
      ...ways,
      way('hosted', label, [{ id: 'account', name: label, mark: mark ? markImage(mark) : null, renewals }]),
    ]
  const all = [...new Set([...page, ...(renewals ? (pageRenewals ?? []) : [])])]
  // Members type a card here, rather than on another page.
  const own = all.filter((id) => id !== 'card' || !hasCardForm)
  const shown = own.map((id) => ({
    id,
    ...knownMethods[id],
    renewals: renewals && (pageRenewals ?? page).includes(id),
  }))
  return shown.length > 0 ? [...ways, way('hosted', label, shown)] : ways
}
