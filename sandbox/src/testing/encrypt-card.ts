import { CompactEncrypt, type JWK } from 'jose'

/** An unencrypted card. */
export interface TypedCard {
  readonly number: string
  readonly month?: string
  readonly year?: string
  readonly cvc?: string
}

/**
 * Encrypts card fields as Adyen's web component does: one compact JWE per field, with the published
 * key `<exponent>|<modulus>`. For tests; in a browser, the payment frame does this.
 */
export async function encryptCard(publicKey: string, card: TypedCard, generationtime = new Date().toISOString()) {
  const key = jwkOf(publicKey)
  const encrypt = (name: string, value: string) =>
    new CompactEncrypt(new TextEncoder().encode(JSON.stringify({ [name]: value, generationtime })))
      .setProtectedHeader({ alg: 'RSA-OAEP', enc: 'A256CBC-HS512', version: '1' })
      .encrypt(key)
  const [encryptedCardNumber, encryptedExpiryMonth, encryptedExpiryYear, encryptedSecurityCode] = await Promise.all([
    encrypt('number', card.number),
    encrypt('expiryMonth', card.month ?? '03'),
    encrypt('expiryYear', card.year ?? '2030'),
    encrypt('cvc', card.cvc ?? '737'),
  ])
  return { encryptedCardNumber, encryptedExpiryMonth, encryptedExpiryYear, encryptedSecurityCode }
}

function jwkOf(publicKey: string): JWK {
  const [exponent = '', modulus = ''] = publicKey.split('|')
  const bytes = (hex: string) =>
    Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString('base64url')
  return { kty: 'RSA', e: bytes(exponent), n: bytes(modulus), alg: 'RSA-OAEP' }
}
