import { createHmac, timingSafeEqual } from 'node:crypto'

/** The leaf values of a message as written in its text, without the signature and nulls. */
function leaves(text: string, canonical: boolean): readonly string[] {
  const found: string[] = []
  JSON.parse(text, function (this: unknown, key: string, value: unknown, context?: { readonly source?: string }) {
    const isSignature = key === 'Signature'
    if (typeof value === 'string' && !isSignature) found.push(value)
    // 29.90 is 29.9 when parsed as a number.
    else if (typeof value === 'number' || typeof value === 'boolean')
      found.push(canonical ? String(value) : (context?.source ?? String(value)))
    return value
  })
  return found
}

/** HMAC-SHA256 with the secret key over all values but the signature, sorted and joined by `/`. */
const signatureOf = (values: readonly string[], secretKey: string): Buffer =>
  createHmac('sha256', secretKey)
    .update([...values].sort().join('/'))
    .digest()

/** @param text the notification as received @param given hexadecimal, in either case */
export function isSigned(text: string, given: string, secretKey: string): boolean {
  const signature = Buffer.from(given, 'hex')
  return [false, true].some((canonical) => {
    const expected = signatureOf(leaves(text, canonical), secretKey)
    return signature.length === expected.length && timingSafeEqual(signature, expected)
  })
}
