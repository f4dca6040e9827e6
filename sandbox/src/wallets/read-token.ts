import { invalid } from '../adyen/errors.ts'

/** The card in a wallet's token, and whether the device has already authenticated its holder. */
export interface WalletCard {
  readonly number: string
  readonly isAuthenticated: boolean
}

/**
 * Reads a wallet's token as Adyen does: Google's as plain text, Apple's in base64. Throws Adyen's error if it is
 * invalid.
 */
export function readWalletToken({
  googlePayToken,
  applePayToken,
}: {
  readonly googlePayToken?: string | undefined
  readonly applePayToken?: string | undefined
}): WalletCard | null {
  if (googlePayToken !== undefined) {
    const { signedMessage, protocolVersion } = objectOf(googlePayToken)
    if (protocolVersion !== 'ECv2') throw undecryptable()
    return cardOf(objectOf(textOf(signedMessage))['encryptedMessage'])
  }
  return applePayToken === undefined ? null : cardOf(objectOf(decoded(applePayToken))['data'])
}

function cardOf(message: unknown): WalletCard {
  const { card, authMethod } = objectOf(decoded(textOf(message)))
  return { number: textOf(card), isAuthenticated: authMethod === 'CRYPTOGRAM_3DS' }
}

const undecryptable = () => invalid('174', 'Unable to decrypt data')
const decoded = (text: string): string => Buffer.from(text, 'base64').toString('utf8')

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw undecryptable()
  return value
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return { ...value }
  } catch {
    // reported by the throw below
  }
  throw undecryptable()
}
