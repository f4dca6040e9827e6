import type { CardKey } from './card-key.ts'
import { decryptCard, type PlainCard } from './decrypt-card.ts'
import { invalid, rawCard } from './errors.ts'
import { declineBehaviour } from './controls.ts'
import type { CardFacts, TokenRecord } from './records.ts'
import type { PaymentRequest } from './requests.ts'
import { readWalletToken, type WalletCard } from '../wallets/read-token.ts'
import { TEST_CVC, testCard, type Behaviour } from './test-cards.ts'

/** The card that is charged, and how the sandbox answers for it. */
export interface Source {
  readonly card: CardFacts
  readonly behaviour: Behaviour
  readonly token: TokenRecord | null
}

/** Reads the payment method of a request: a card in encrypted fields, or a stored one. */
export async function readSource(
  request: PaymentRequest,
  key: CardKey,
  findToken: (id: string) => TokenRecord | undefined,
): Promise<Source> {
  const method = request.paymentMethod
  if (method.number !== undefined) throw rawCard()
  if (method.storedPaymentMethodId !== undefined) {
    const token = findToken(method.storedPaymentMethodId)
    if (!token || token.shopperReference !== request.shopperReference) throw invalid('803', 'PaymentDetail not found')
    return { card: token.card, behaviour: storedBehaviour(request, token), token }
  }
  const wallet = readWalletToken(method)
  if (wallet) return walletSource(request, wallet)
  const plain = await decryptCard(method, key.privateKey)
  checkCard(plain)
  return { card: factsOf(plain), behaviour: cardBehaviour(request, plain), token: null }
}

/**
 * A wallet's card has no security code and has not expired. If the device authenticated its holder, no 3DS page
 * follows.
 */
function walletSource(request: PaymentRequest, { number, isAuthenticated }: WalletCard): Source {
  const { type } = request.paymentMethod
  const plain: PlainCard = { number, month: 12, year: new Date().getUTCFullYear() + 2, cvc: null }
  checkCard(plain)
  const behaviour = cardBehaviour(request, plain)
  return {
    card: { ...factsOf(plain), ...(type === undefined ? {} : { wallet: type }) },
    behaviour: behaviour.kind === 'challenge' && isAuthenticated ? { kind: 'approve' } : behaviour,
    token: null,
  }
}

function checkCard(card: PlainCard): void {
  if (!/^\d{12,19}$/.test(card.number) || !luhn(card.number)) throw invalid('101', 'Invalid card number')
  const expiry = 'Invalid expiryMonth[1..12] / expiryYear[>2000]'
  if (!Number.isInteger(card.month) || card.month < 1 || card.month > 12) throw invalid('141', expiry)
  if (!Number.isInteger(card.year) || card.year <= 2000) throw invalid('140', `${expiry}, or before now`)
  if (card.cvc !== null && !/^\d{3,4}$/.test(card.cvc)) throw invalid('103', 'CVC is not the right length')
}

function cardBehaviour(request: PaymentRequest, card: PlainCard): Behaviour {
  const asked = request.paymentMethod.holderName ?? request.additionalData?.RequestedTestAcquirerResponseCode
  const magic = magicBehaviour(asked?.trim())
  if (magic) return magic
  const known = testCard(card.number)
  if (!known) return { kind: 'refuse', refusal: 2 }
  const declines = known.behaviour.kind === 'refuse' || known.behaviour.kind === 'invalid'
  if (declines) return known.behaviour
  if (expired(card)) return { kind: 'refuse', refusal: 6 }
  if (card.cvc !== null && card.cvc !== TEST_CVC) return { kind: 'refuse', refusal: 24 }
  return known.behaviour
}

function magicBehaviour(name: string | undefined): Behaviour | null {
  if (name === undefined) return null
  if (name === 'PENDING' || name === '13') return { kind: 'pending' }
  // Outcomes of our own catalogue are not holder names: only Adyen's names and numbers count here.
  return /^[0-9A-Z_]+$/.test(name) ? declineBehaviour(name) : null
}

function storedBehaviour(request: PaymentRequest, token: TokenRecord): Behaviour {
  const behaviour = testCard(token.card.testNumber ?? '')?.behaviour ?? { kind: 'refuse', refusal: 2 }
  const merchantInitiated =
    request.shopperInteraction === 'ContAuth' && request.recurringProcessingModel !== 'CardOnFile'
  if (!merchantInitiated) return behaviour
  if (behaviour.kind === 'refuse renewals') return { kind: 'refuse', refusal: behaviour.refusal }
  return behaviour.kind === 'challenge' ? { kind: 'approve' } : behaviour
}

function factsOf(card: PlainCard): CardFacts {
  return {
    brand: /^(5[1-5]|2[2-7])/.test(card.number) ? 'mc' : 'visa',
    bin: card.number.slice(0, 6),
    last4: card.number.slice(-4),
    expiryDate: `${card.month}/${card.year}`,
    testNumber: testCard(card.number) ? card.number : null,
  }
}

function expired(card: PlainCard): boolean {
  return Date.UTC(card.year, card.month, 1) <= Date.now()
}

function luhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
