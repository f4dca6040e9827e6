import type { tryChargeBody } from '@incontro/contract'
import type { Domain } from '@incontro/contract/domain'
import type { output } from 'zod/v4/core'
import { Failure, notFound } from '../../../platform/http/problem.ts'
import type { RatePlan } from '../../flows/index.ts'
import { decimal } from '../money.ts'
import type { Offer } from './offer.ts'
import type { PaymentSource } from '../port.ts'

export type OrderBody = Domain<output<typeof tryChargeBody>>

/** What the member ordered, checked against what we sell. */
export interface Order {
  readonly plan: RatePlan
  readonly source: PaymentSource
  readonly cardTokenId: string | null
}

/**
 * Checks an order in the order in which faults are reported: plan, price, consents, card.
 * @throws Failure 404 for a plan that is not for this member now, 409 `price_changed`, 400 with the field at fault.
 */
export function checkOrder(offer: Offer, body: OrderBody): Order {
  const plan = offer.plans.find(({ id }) => id === body.ratePlan)
  if (!plan) throw notFound()
  if (body.totalPrice !== decimal(plan.totalMinor) || body.currency !== plan.currency) {
    throw new Failure(409, 'price_changed', { message: 'The price has changed: read it again and send the new one' })
  }
  if (!body.accepts.immediateStart || (plan.renews && !body.accepts.renewal)) {
    throw new Failure(400, 'consent_missing', {
      field: 'accepts',
      message: 'Consents are missing: send those shown above the order button',
    })
  }
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

/** A plan that renews needs the card for it; for anything else the member has to want it kept (`actonfile` beside a new card). */
const keeps = (plan: RatePlan, body: OrderBody): boolean =>
  plan.renews || (body.useCardOnFile === true && body.newCard === true)

/** The processor's names of the card fields, and the specification's for the same. */
const cardFields = {
  encryptedCardNumber: 'cardNumber',
  encryptedExpiryMonth: 'cardMonth',
  encryptedExpiryYear: 'cardYear',
  encryptedSecurityCode: 'cardSecurityCode',
} as const
type CardField = keyof typeof cardFields

const isCardField = (name: string): name is CardField => Object.hasOwn(cardFields, name)

function typedCard(body: OrderBody) {
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
