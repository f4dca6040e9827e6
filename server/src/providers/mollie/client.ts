import { call, type Reply } from '#providers/reply.ts'
import type { MollieOptions } from './options.ts'

export interface MollieClient {
  post(path: string, body: object, idempotencyKey: string): Promise<Reply>
  get(path: string): Promise<Reply>
  remove(path: string): Promise<Reply>
}

/** Calls Mollie; never throws on network or provider errors. */
export function createClient(options: MollieOptions): MollieClient {
  const authorization = `Bearer ${options.apiKey}`
  return {
    post: (path, body, idempotencyKey) =>
      call(
        `${options.baseUrl}${path}`,
        {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
          body: JSON.stringify(body),
        },
        options,
      ),
    get: (path) => call(`${options.baseUrl}${path}`, { method: 'GET', headers: { authorization } }, options),
    remove: (path) => call(`${options.baseUrl}${path}`, { method: 'DELETE', headers: { authorization } }, options),
  }
}
