import { call, type Reply } from '#providers/reply.ts'
import type { AdyenOptions } from './options.ts'

export interface AdyenClient {
  post(path: string, body: object, idempotencyKey: string): Promise<Reply>
  get(url: string): Promise<Reply>
  remove(path: string, query: Readonly<Record<string, string>>): Promise<Reply>
}

/** Calls Adyen; never throws on network or provider errors. */
export const createClient = (options: AdyenOptions): AdyenClient => ({
  post: (path, body, idempotencyKey) =>
    call(
      `${options.baseUrl}${path}`,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-api-key': options.apiKey,
          'idempotency-key': idempotencyKey,
        },
        body: JSON.stringify(body),
      },
      options,
    ),
  get: (url) => call(url, { method: 'GET' }, options),
  remove: (path, query) =>
    call(
      `${options.baseUrl}${path}?${new URLSearchParams(query).toString()}`,
      { method: 'DELETE', headers: { 'x-api-key': options.apiKey } },
      options,
    ),
})
