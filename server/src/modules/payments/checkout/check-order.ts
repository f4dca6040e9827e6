import type { createPaymentBody, tryChargeBody } from '@incontro/contract'
import type { Domain } from '@incontro/contract/domain'
import type { output } from 'zod/v4/core'
import { Failure, notFound } from '../../../platform/http/problem.ts'
import type { RatePlan } from '../../flows/index.ts'
import { decimal } from '../money.ts'
import type { Offer } from './offer.ts'
import type { PaymentSource } from '../port.ts'

type CardOrderBody = Domain<output<typeof tryChargeBody>>
/** What every order says, however it is paid. */
export type OrderBody = Domain<output<typeof createPaymentBody>> | CardOrderBody
/** Of an order what describes the browser. */
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

/** What the member ordered, checked against what we sell. */
export interface Order {
  readonly plan: RatePlan
  readonly source: PaymentSource
  readonly cardTokenId: string | null
}

/**
 * Checks what every order is held to, in the order in which faults are reported: plan, price, consents.
 * @throws Failure 404 for a plan that is not for this member now, 409 `price_changed`, 400 with the field at fault.
 */
function orderedPlan(offer: Offer, body: OrderBody): RatePlan {
  const plan = offer.plans.find(({ id }) => id === body.ratePlan)
  if (!plan) throw notFound()
  if (body.totalPrice !== decimal(plan.totalMinor) || body.currency !== plan.currency) {
    throw new Failure(409, 'price_changed', { message: 'The price has changed: read it again and send the new one' })
  }
  if ((plan.level > 0 && !body.accepts.immediateStart) || (plan.renews && !body.accepts.renewal)) {
    throw new Failure(400, 'consent_missing', {
      field: 'accepts',
      message: 'Consents are missing: send those shown above the order button',
    })
  }
  return plan
}

/** An order that is paid on the provider's page, which keeps what a renewal is charged to. @throws as `orderedPlan` */
export function checkPageOrder(offer: Offer, body: OrderBody): Order {
  const plan = orderedPlan(offer, body)
  return { plan, source: { method: 'hosted', store: plan.renews }, cardTokenId: null }
}

/** An order that is paid with a wallet. @throws as `orderedPlan` */
export function checkWalletOrder(
  offer: Offer,
  body: OrderBody,
  { wallet, payload }: { readonly wallet: string; readonly payload: string },
): Order {
  const plan = orderedPlan(offer, body)
  const keepsIt = plan.renews || (body.useCardOnFile === true && body.newCard === true)
  return { plan, source: { method: 'wallet', wallet, payload, store: keepsIt }, cardTokenId: null }
}

/** An order that is paid by card: a typed one or the one on file. @throws as `orderedPlan`, and 400 for what is missing of the card */
export function checkCardOrder(offer: Offer, body: CardOrderBody): Order {
  const plan = orderedPlan(offer, body)
  if (body.useCardOnFile === true && body.newCard !== true) {
    if (!offer.card)
      throw new Failure(400, 'no_card_on_file', {
        field: 'actonfile',
        message: 'There is no stored card: send a new one',
      })
    return {
      plan,
      source: { method: 'stored', token: offer.card.token, initiator: 'member' },
      cardTokenId: offer.card.id,
    }
  }
  return { plan, source: { method: 'card', card: typedCard(body), store: keeps(plan, body) }, cardTokenId: null }
}

/** A plan that renews needs the card for it; for anything else the member has to want it kept (`actonfile` beside a new card). Of an age check none is. */
const keeps = (plan: RatePlan, body: CardOrderBody): boolean =>
  plan.renews || (plan.level > 0 && body.useCardOnFile === true && body.newCard === true)

/** The processor's names of the card fields, and the specification's for the same. */
const cardFields = {
  encryptedCardNumber: 'cardNumber',
  encryptedExpiryMonth: 'cardMonth',
  encryptedExpiryYear: 'cardYear',
  encryptedSecurityCode: 'cardSecurityCode',
} as const
type CardField = keyof typeof cardFields

const isCardField = (name: string): name is CardField => Object.hasOwn(cardFields, name)

function typedCard(body: CardOrderBody) {
  const need = (name: 'firstName' | 'lastName' | CardField): string => {
    const value = (body[name] ?? (isCardField(name) ? body[cardFields[name]] : undefined))?.trim()
    if (!value)
      throw new Failure(400, 'invalid', {
        field: name,
        message: 'The card is incomplete: send all its encrypted fields',
      })
    return value
  }
  const name = (part: 'firstName' | 'lastName'): string => {
    const value = need(part)
    // Somebody typed, or a browser filled, the card's number into the name: it must not be kept or passed on.
    if (/\d{8}/.test(value.replace(/[\s.-]/g, '')))
      throw new Failure(400, 'invalid', { field: part, message: 'This is not a name: send it as printed on the card' })
    return value
  }
  const holderName = `${name('firstName')} ${name('lastName')}`
  return {
    encryptedCardNumber: need('encryptedCardNumber'),
    encryptedExpiryMonth: need('encryptedExpiryMonth'),
    encryptedExpiryYear: need('encryptedExpiryYear'),
    encryptedSecurityCode: need('encryptedSecurityCode'),
    holderName,
  }
}
