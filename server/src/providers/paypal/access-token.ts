import { call, type Reply } from '../reply.ts'
import type { PayPalOptions } from './options.ts'
import { AccessToken } from './wire.ts'

/** A token is given up before it runs out, so that none runs out on its way. */
const marginMs = 60_000

export interface AccessTokens {
  /** A token that holds, or the reply in whose place there is none. Calls at the same time share one. */
  get(): Promise<{ readonly token: string } | Exclude<Reply, { kind: 'answer' }>>
  /** PayPal did not take this one: the next call asks for another. */
  drop(token: string): void
}

export function createAccessTokens(options: PayPalOptions): AccessTokens {
  const { baseUrl, clientId, clientSecret, now = Date.now } = options
  let held: { readonly token: string; readonly until: number } | null = null
  let asking: ReturnType<AccessTokens['get']> | null = null

  async function ask(): ReturnType<AccessTokens['get']> {
    const reply = await call(
      `${baseUrl}/v1/oauth2/token`,
      {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'grant_type=client_credentials',
      },
      options,
    )
    if (reply.kind !== 'answer') return reply
    const answer = AccessToken.safeParse(reply.body)
    if (!answer.success) return { kind: 'lost' }
    const { access_token: token, expires_in: seconds } = answer.data
    held = { token, until: now() + seconds * 1000 - marginMs }
    return { token }
  }

  return {
    get() {
      if (held && held.until > now()) return Promise.resolve(held)
      asking ??= ask().finally(() => (asking = null))
      return asking
    },
    drop(token) {
      if (held?.token === token) held = null
    },
  }
}
