import { base64url, CompactEncrypt, importJWK, type JWK } from 'jose'

export interface PlainCard {
  readonly number: string
  readonly month: number
  readonly year: number
  readonly code: string
}
export interface EncryptedCard {
  readonly encryptedCardNumber: string
  readonly encryptedExpiryMonth: string
  readonly encryptedExpiryYear: string
  readonly encryptedSecurityCode: string
}

/**
 * Encrypts each field separately with the processor's key, as Adyen's web component does: compact JWE, RSA-OAEP and
 * A256CBC-HS512.
 * @param publicKey `<exponent>|<modulus>` in hexadecimal
 */
export async function encryptCard(publicKey: string, card: PlainCard, at: Date): Promise<EncryptedCard> {
  const key = await importJWK(jwkOf(publicKey), 'RSA-OAEP')
  const encrypt = (name: string, value: string) =>
    new CompactEncrypt(new TextEncoder().encode(JSON.stringify({ [name]: value, generationtime: at.toISOString() })))
      .setProtectedHeader({ alg: 'RSA-OAEP', enc: 'A256CBC-HS512', version: '1' })
      .encrypt(key)
  const [encryptedCardNumber, encryptedExpiryMonth, encryptedExpiryYear, encryptedSecurityCode] = await Promise.all([
    encrypt('number', card.number),
    encrypt('expiryMonth', String(card.month).padStart(2, '0')),
    encrypt('expiryYear', String(card.year)),
    encrypt('cvc', card.code),
  ])
  return { encryptedCardNumber, encryptedExpiryMonth, encryptedExpiryYear, encryptedSecurityCode }
}

function jwkOf(publicKey: string): JWK {
  const [exponent = '', modulus = ''] = publicKey.split('|')
  return { kty: 'RSA', alg: 'RSA-OAEP', e: base64url.encode(bytesOf(exponent)), n: base64url.encode(bytesOf(modulus)) }
}

function bytesOf(hex: string): Uint8Array {
  const even = hex.length % 2 === 0 ? hex : `0${hex}`
  return Uint8Array.from(even.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
