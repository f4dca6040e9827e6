import { compactDecrypt, exportJWK, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { encryptCard } from './encrypt.ts'

test('encrypts each field to the key in the format that the processor reads', async () => {
  const { publicKey, privateKey } = await generateKeyPair('RSA-OAEP', { extractable: true })
  const { e = '', n = '' } = await exportJWK(publicKey)
  const hex = (text: string) => Buffer.from(text, 'base64url').toString('hex')
  // Adyen writes the exponent without a leading zero: five digits.
  const key = `${hex(e).replace(/^0/, '')}|${hex(n)}`
  const card = await encryptCard(
    key,
    { number: '4111111111111111', month: 3, year: 2030, code: '737' },
    new Date('2026-11-21T08:00:00Z'),
  )
  const read = async (field: string) => {
    const { plaintext, protectedHeader } = await compactDecrypt(field, privateKey)
    expect(protectedHeader).toEqual({ alg: 'RSA-OAEP', enc: 'A256CBC-HS512', version: '1' })
    return JSON.parse(new TextDecoder().decode(plaintext)) as unknown
  }
  const generationtime = '2026-11-21T08:00:00.000Z'
  expect(await read(card.encryptedCardNumber)).toEqual({ number: '4111111111111111', generationtime })
  expect(await read(card.encryptedExpiryMonth)).toEqual({ expiryMonth: '03', generationtime })
  expect(await read(card.encryptedExpiryYear)).toEqual({ expiryYear: '2030', generationtime })
  expect(await read(card.encryptedSecurityCode)).toEqual({ cvc: '737', generationtime })
})
