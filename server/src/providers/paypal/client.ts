import { call, type Reply } from '../reply.ts'
import { createAccessTokens } from './access-token.ts'
import type { PayPalOptions } from './options.ts'

export interface PayPalClient {
  /** @param body an object, or JSON as it is to be sent */
  post(path: string, body: object | string, requestId?: string): Promise<Reply>
  get(path: string): Promise<Reply>
  remove(path: string): Promise<Reply>
}

/** Calls PayPal; never throws for what the network or PayPal does. */
export function createClient(options: PayPalOptions): PayPalClient {
  const tokens = createAccessTokens(options)

  async function send(method: string, path: string, headers: Record<string, string>, body?: string): Promise<Reply> {
    const ask = async () => {
      const held = await tokens.get()
      if (!('token' in held)) return { reply: held, token: null }
      const init = { method, headers: { ...headers, authorization: `Bearer ${held.token}` }, ...(body && { body }) }
      return { reply: await call(`${options.baseUrl}${path}`, init, options), token: held.token }
    }
    const { reply, token } = await ask()
    if (token === null || reply.kind !== 'refusal' || reply.status !== 401) return reply
    // It was taken back before its time. What was refused for that has not been done.
    tokens.drop(token)
    return (await ask()).reply
  }

  return {
    post: (path, body, requestId) =>
      send(
        'POST',
        path,
        {
          'content-type': 'application/json',
          prefer: 'return=representation',
          ...(requestId === undefined ? {} : { 'paypal-request-id': requestId }),
        },
        typeof body === 'string' ? body : JSON.stringify(body),
      ),
    get: (path) => send('GET', path, {}),
    remove: (path) => send('DELETE', path, {}),
  }
}
