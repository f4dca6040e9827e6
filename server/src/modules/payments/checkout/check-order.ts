import { decimal, type createPaymentBody, type tryChargeBody } from '@incontro/contract'
import type { Domain } from '@incontro/contract/domain'
import type { output } from 'zod/v4/core'
import { Failure, notFound } from '#platform/http/problem.ts'
import type { RatePlan } from '#modules/flows/index.ts'
import type { Upgrade } from '../plan-changes/upgrade.ts'
import type { Offer } from './offer.ts'
import { endsAsSeen } from './offered-term.ts'
import type { PaymentSource } from '../port.ts'
import { hasCardNumber } from './card-numbers.ts'

type CardOrderBody = Domain<output<typeof tryChargeBody>>
/** Fields common to all orders. */
export type OrderBody = Domain<output<typeof createPaymentBody>> | CardOrderBody
/** Fields of an order that describe the browser. */
export type BrowserFacts = Pick<
  OrderBody,
  | 'language'
  | 'screenHeight'
  | 'screenWidth'
  | 'screenColorDepth'
  | 'timezone'
  | 'userAgent'
  | 'javaEnabled'
  | 'javascriptEnabled'
>

/** An order, validated against the offer. */
export interface Order {
  readonly plan: RatePlan
  /** What is charged: the price, less the credit of an upgrade. */
  readonly amountMinor: number
  readonly upgrade: Upgrade | null
  readonly source: PaymentSource
  readonly cardTokenId: string | null
}

type PricedBody = Pick<OrderBody, 'ratePlan' | 'totalPrice' | 'currency'>

/**
 * The plan that a request names, at the price that the member saw.
 * @throws Failure 404 for a plan not offered to this member now, 409 `price_changed`
 */
export function offeredPlan(offer: Offer, body: PricedBody): RatePlan {
  const plan = planOf(offer, body)
  requirePrice(plan.totalMinor, plan, body)
  return plan
}

function planOf(offer: Offer, { ratePlan }: PricedBody): RatePlan {
  const plan = offer.plans.find(({ id }) => id === ratePlan)
  if (!plan) throw notFound()
  return plan
}

function requirePrice(minor: number, { currency }: RatePlan, body: PricedBody): void {
  if (body.totalPrice !== decimal(minor, currency) || body.currency !== currency) throw priceChanged()
}

export const priceChanged = (): Failure =>
  new Failure(409, 'price_changed', {
    message: 'The price or the dates have changed: read them again and send the new ones',
  })

export const consentMissing = (): Failure =>
  new Failure(400, 'consent_missing', {
    field: 'accepts',
    message: 'Consents are missing: send those shown above the order button',
  })

/**
 * Validates what all orders have in common, in this order: plan, price, dates, consents.
 * @throws Failure 404 for a plan not offered to this member now, 409 `change_at_renewal` and `price_changed`, 400 with
 * the field at fault
 */
function ordered(offer: Offer, body: OrderBody): Pick<Order, 'plan' | 'amountMinor' | 'upgrade'> {
  const plan = planOf(offer, body)
  const change = offer.changes.get(plan.id)
  if (change?.when === 'renewal')
    throw new Failure(409, 'change_at_renewal', {
      message: 'This plan begins when the running one renews: nothing is paid now, call changePlan',
    })
  const amountMinor = change?.dueMinor ?? plan.totalMinor
  requirePrice(amountMinor, plan, body)
  if (!endsAsSeen(offer.terms.get(plan.id), body.termEndsAt, offer.timeZone)) throw priceChanged()
  if ((plan.level > 0 && !body.accepts.immediateStart) || (plan.renews && !body.accepts.renewal)) throw consentMissing()
  return { plan, amountMinor, upgrade: change ?? null }
}

/** Validates an order paid on the provider's page, which stores the method for renewals. @throws as `ordered` */
export function checkPageOrder(offer: Offer, body: OrderBody): Order {
  const order = ordered(offer, body)
  return { ...order, source: { method: 'hosted', store: order.plan.renews }, cardTokenId: null }
}

/** Validates an order paid with a wallet. @throws as `ordered` */
export function checkWalletOrder(
  offer: Offer,
  body: OrderBody,
  { wallet, payload }: { readonly wallet: string; readonly payload: string },
): Order {
  const order = ordered(offer, body)
  const keepsIt = order.plan.renews || (body.useCardOnFile === true && body.newCard === true)
  return { ...order, source: { method: 'wallet', wallet, payload, store: keepsIt }, cardTokenId: null }
}

/** Validates an order paid by a typed or stored card. @throws as `ordered`, and 400 for missing card fields */
export function checkCardOrder(offer: Offer, body: CardOrderBody): Order {
  const order = ordered(offer, body)
  if (body.useCardOnFile === true && body.newCard !== true) {
    if (!offer.card)
      throw new Failure(400, 'no_card_on_file', {
        field: 'actonfile',
        message: 'There is no stored card: send a new one',
      })
    return {
      ...order,
      source: { method: 'stored', token: offer.card.token, initiator: 'member' },
      cardTokenId: offer.card.id,
    }
  }
  return {
    ...order,
    source: { method: 'card', card: typedCard(body), store: keeps(order.plan, body) },
    cardTokenId: null,
  }
}

/**
 * A plan that renews needs the card; otherwise it is stored if the member asks for it (`actonfile`). Never for an age
 * check.
 */
const keeps = (plan: RatePlan, body: CardOrderBody): boolean =>
  plan.renews || (plan.level > 0 && body.useCardOnFile === true && body.newCard === true)

/** Without marks that show nothing, such as U+200B, and spaces around. */
const withoutInvisible = (name: string | undefined): string =>
  name
    ?.replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim() ?? ''
const hasDigits = (name: string | undefined): boolean => /\p{Nd}/u.test(name ?? '')

/** The processor's names of the card fields, and the specification's. */
const cardFields = {
  encryptedCardNumber: 'cardNumber',
  encryptedExpiryMonth: 'cardMonth',
  encryptedExpiryYear: 'cardYear',
  encryptedSecurityCode: 'cardSecurityCode',
} as const
type CardField = keyof typeof cardFields

const isCardField = (name: string): name is CardField => Object.hasOwn(cardFields, name)

function typedCard(body: CardOrderBody) {
  const need = (name: 'firstName' | CardField): string => {
    const value = (body[name] ?? (isCardField(name) ? body[cardFields[name]] : undefined))?.trim()
    if (!value)
      throw new Failure(400, 'invalid', {
        field: name,
        message: 'The card is incomplete: send all its encrypted fields',
      })
    return value
  }
  // Some people have one name, in whichever of the two fields they wrote it.
  const holderName = [body.firstName, body.lastName].map(withoutInvisible).filter(Boolean).join(' ')
  if (holderName === '') need('firstName')
  // A card number typed or autofilled into the name must not be stored or passed on.
  if (hasCardNumber(holderName))
    throw new Failure(400, 'invalid', {
      field: withoutInvisible(body.firstName) === '' || !hasDigits(body.firstName) ? 'lastName' : 'firstName',
      message: 'This is not a name: send it as printed on the card',
    })
  return {
    encryptedCardNumber: need('encryptedCardNumber'),
    encryptedExpiryMonth: need('encryptedExpiryMonth'),
    encryptedExpiryYear: need('encryptedExpiryYear'),
    encryptedSecurityCode: need('encryptedSecurityCode'),
    holderName,
  }
}
