import { call, type Reply } from '#providers/reply.ts'
import type { StripeOptions } from './options.ts'

/** The API version whose format is read here; the account's default may be older. */
const version = '2025-03-31.basil'

export interface StripeClient {
  /** @param form names with their brackets */
  post(path: string, form: Readonly<Record<string, string>>, idempotencyKey?: string): Promise<Reply>
  get(path: string): Promise<Reply>
  remove(path: string): Promise<Reply>
}

/** Calls Stripe; never throws on network or provider errors. */
export function createClient(options: StripeOptions): StripeClient {
  const headers = { authorization: `Bearer ${options.secretKey}`, 'stripe-version': version }
  return {
    post: (path, form, idempotencyKey) =>
      call(
        `${options.baseUrl}${path}`,
        {
          method: 'POST',
          headers: {
            ...headers,
            'content-type': 'application/x-www-form-urlencoded',
            ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
          },
          body: new URLSearchParams(form).toString(),
        },
        options,
      ),
    get: (path) => call(`${options.baseUrl}${path}`, { method: 'GET', headers }, options),
    remove: (path) => call(`${options.baseUrl}${path}`, { method: 'DELETE', headers }, options),
  }
}
