import { compactDecrypt } from 'jose'
import type { KeyObject } from 'node:crypto'
import { invalid } from './errors.ts'

const VALID_FOR_MS = 24 * 60 * 60 * 1000

export interface EncryptedFields {
  readonly encryptedCardNumber?: string
  readonly encryptedExpiryMonth?: string
  readonly encryptedExpiryYear?: string
  readonly encryptedSecurityCode?: string
}

export interface PlainCard {
  readonly number: string
  readonly month: number
  readonly year: number
  readonly cvc: string | null
}

/** Decrypts the four encrypted fields of a card. Throws Adyen's error for fields that it cannot accept. */
export async function decryptCard(fields: EncryptedFields, key: KeyObject): Promise<PlainCard> {
  const [number, month, year, cvc] = await Promise.all([
    field(fields.encryptedCardNumber, 'number', key),
    field(fields.encryptedExpiryMonth, 'expiryMonth', key),
    field(fields.encryptedExpiryYear, 'expiryYear', key),
    field(fields.encryptedSecurityCode, 'cvc', key),
  ])
  if (number === null) throw invalid('101', 'Invalid card number')
  if (month === null || year === null) throw invalid('129', 'Expiry Date Invalid')
  return { number: number.replaceAll(' ', ''), month: Number(month), year: Number(year), cvc }
}

async function field(jwe: string | undefined, name: string, key: KeyObject): Promise<string | null> {
  if (jwe === undefined) return null
  const content = parse(await open(jwe, key))
  const generated = content.generationtime
  if (typeof generated !== 'string') throw invalid('170', 'Generation Date required but missing')
  const age = Date.now() - Date.parse(generated)
  if (Number.isNaN(age)) throw invalid('171', 'Unable to parse Generation Date')
  if (Math.abs(age) > VALID_FOR_MS) throw invalid('172', 'Encrypted data used outside of valid time period')
  const value = content[name]
  return typeof value === 'string' ? value : null
}

async function open(jwe: string, key: KeyObject): Promise<string> {
  try {
    const { plaintext } = await compactDecrypt(jwe, key, {
      keyManagementAlgorithms: ['RSA-OAEP'],
      contentEncryptionAlgorithms: ['A256CBC-HS512'],
    })
    return new TextDecoder().decode(plaintext)
  } catch {
    throw invalid('174', 'Unable to decrypt data')
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return { ...value }
  } catch {
    // reported by the throw below
  }
  throw invalid('175', 'Unable to parse JSON data')
}
