import * as z from 'zod/mini'
import { call, type CallOptions, type Reply } from './reply.ts'

/** Tokens are renewed this long before they expire, so that none expires during a request. */
const marginMs = 60_000

const AccessToken = z.object({ access_token: z.string().check(z.minLength(1)), expires_in: z.number() })

export interface AccessTokenOptions extends CallOptions {
  /** Token endpoint for client credentials (RFC 6749, section 4.4). */
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

export interface AccessTokens {
  /** A valid token, or the reply that contains none. Concurrent calls share one request. */
  get(): Promise<{ readonly token: string } | Exclude<Reply, { kind: 'answer' }>>
  /** The provider refused this token: the next call requests another. */
  drop(token: string): void
}

export function createAccessTokens(options: AccessTokenOptions): AccessTokens {
  const { url, clientId, clientSecret, now = Date.now } = options
  let held: { readonly token: string; readonly until: number } | null = null
  let asking: ReturnType<AccessTokens['get']> | null = null

  async function ask(): ReturnType<AccessTokens['get']> {
    const reply = await call(
      url,
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

/**
 * Calls with the cached token, and repeats the call with a new one if it was revoked early, since nothing was done for
 * the first.
 */
export async function callWithToken(
  tokens: AccessTokens,
  url: string,
  init: RequestInit & { readonly headers: Record<string, string> },
  options: CallOptions,
): Promise<Reply> {
  const ask = async () => {
    const held = await tokens.get()
    if (!('token' in held)) return { reply: held, token: null }
    const headers = { ...init.headers, authorization: `Bearer ${held.token}` }
    return { reply: await call(url, { ...init, headers }, options), token: held.token }
  }
  const { reply, token } = await ask()
  if (token === null || reply.kind !== 'refusal' || reply.status !== 401) return reply
  tokens.drop(token)
  return (await ask()).reply
}
