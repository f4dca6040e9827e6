import type { AdyenClient } from './client.ts'
import type { AdyenOptions } from './options.ts'
import { CardKeyAnswer } from './wire.ts'

const FRESH_MS = 60 * 60 * 1000

/**
 * The public key for card fields, `<exponent>|<modulus>` in hexadecimal. Cached for an hour, with one request at a
 * time; failures are not cached, and the old key is used meanwhile.
 */
export function createCardKey(client: AdyenClient, { shopperBaseUrl, clientKey }: AdyenOptions) {
  let known: { readonly publicKey: string; readonly until: number } | null = null
  let asking: Promise<{ readonly publicKey: string }> | null = null

  async function ask(): Promise<{ readonly publicKey: string }> {
    const reply = await client.get(`${shopperBaseUrl}/v1/clientKeys/${encodeURIComponent(clientKey)}`)
    const answer = reply.kind === 'answer' ? CardKeyAnswer.safeParse(reply.body) : null
    if (answer?.success) {
      known = { publicKey: answer.data.publicKey, until: Date.now() + FRESH_MS }
      return { publicKey: known.publicKey }
    }
    if (known) return { publicKey: known.publicKey }
    throw new Error('Adyen did not give the card key')
  }

  return async (): Promise<{ readonly publicKey: string }> => {
    if (known && Date.now() < known.until) return { publicKey: known.publicKey }
    asking ??= ask().finally(() => {
      asking = null
    })
    return asking
  }
}
