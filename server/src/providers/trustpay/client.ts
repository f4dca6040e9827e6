import { callWithToken, createAccessTokens } from '#providers/access-token.ts'
import type { Reply } from '#providers/reply.ts'
import type { TrustPayOptions } from './options.ts'

export interface TrustPayClient {
  post(path: string, body: object): Promise<Reply>
  get(path: string): Promise<Reply>
}

/** Calls TrustPay; never throws on network or provider errors. */
export function createClient(options: TrustPayOptions): TrustPayClient {
  const { baseUrl, projectId, secretKey } = options
  const tokens = createAccessTokens({
    ...options,
    url: `${baseUrl}/api/oauth2/token`,
    clientId: projectId,
    clientSecret: secretKey,
  })
  const send = (method: string, path: string, body?: string): Promise<Reply> =>
    callWithToken(
      tokens,
      `${baseUrl}${path}`,
      {
        method,
        headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body }),
      },
      options,
    )
  return {
    post: (path, body) => send('POST', path, JSON.stringify(body)),
    get: (path) => send('GET', path),
  }
}
