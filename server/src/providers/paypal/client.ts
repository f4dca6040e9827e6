import { callWithToken, createAccessTokens } from '#providers/access-token.ts'
import type { Reply } from '#providers/reply.ts'
import type { PayPalOptions } from './options.ts'

export interface PayPalClient {
  /** @param body an object, or JSON as it is to be sent */
  post(path: string, body: object | string, requestId?: string): Promise<Reply>
  /** As PayPal takes what may have files: the body is a part of a form. */
  postForm(path: string, input: object): Promise<Reply>
  get(path: string): Promise<Reply>
  remove(path: string): Promise<Reply>
}

/** Calls PayPal; never throws on network or provider errors. */
export function createClient(options: PayPalOptions): PayPalClient {
  const { baseUrl } = options
  const tokens = createAccessTokens({ ...options, url: `${baseUrl}/v1/oauth2/token` })
  const send = (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string | FormData,
  ): Promise<Reply> => callWithToken(tokens, `${baseUrl}${path}`, { method, headers, ...(body && { body }) }, options)

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
    postForm(path, input) {
      const form = new FormData()
      form.append('input', new Blob([JSON.stringify(input)], { type: 'application/json' }), 'input.json')
      return send('POST', path, {}, form)
    },
    get: (path) => send('GET', path, {}),
    remove: (path) => send('DELETE', path, {}),
  }
}
