import { createHash } from 'node:crypto'
import type { Collection } from '../collection.ts'
import { ServiceError } from './errors.ts'
import type { StoredAnswer } from './records.ts'

export interface Answer {
  readonly status: number
  readonly body: object
}

export interface Idempotency {
  /**
   * Runs `work` once per key, and answers a repeat with the first result. Throws ServiceError 704 while the first
   * request is in progress, or when the key was used for another request. Without a key, `work` runs every time.
   */
  once(key: string | undefined, request: unknown, work: () => Promise<Answer>): Promise<Answer>
}

export function createIdempotency(answers: Collection<StoredAnswer>): Idempotency {
  const underWay = new Set<string>()
  return {
    async once(key, request, work) {
      if (key === undefined || key === '') return work()
      const id = digestOf(key)
      const digest = digestOf(JSON.stringify(request))
      if (underWay.has(id))
        throw new ServiceError(422, '704', 'request already processed or in progress', 'validation', true)
      const stored = answers.get(id)
      if (stored && stored.digest !== digest) {
        throw new ServiceError(422, '704', 'The idempotency key was used for another request')
      }
      if (stored) return { status: stored.status, body: stored.body }

      underWay.add(id)
      try {
        const answer = await work().catch(refusedForGood)
        answers.put({ id, digest, ...answer })
        return answer
      } finally {
        underWay.delete(id)
      }
    },
  }
}

/** Turns an invalid request into an answer to store, as it stays invalid; rethrows errors that a retry may avoid. */
function refusedForGood(error: unknown): Answer {
  if (error instanceof ServiceError && error.status === 422) return { status: 422, body: error.toBody() }
  throw error
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
