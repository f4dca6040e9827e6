import { createHash } from 'node:crypto'
import type { Collection } from './collection.ts'

export interface KeptAnswer {
  readonly id: string
  readonly createdAt: string
  readonly digest: string
  readonly status: number
  readonly body: object
}

/**
 * Runs `work` once per idempotency key, and answers a repeat with the first result for `keptMs` milliseconds. `refuse`
 * creates the error for a key that was used for another request or whose first request is still in progress.
 */
export function createOnce(answers: Collection<KeptAnswer>, keptMs: number, refuse: () => Error) {
  const underWay = new Set<string>()
  return async (
    key: string | undefined,
    request: unknown,
    work: () => Promise<{ readonly status: number; readonly body: object }>,
  ): Promise<{ readonly status: number; readonly body: object }> => {
    if (key === undefined || key === '') return work()
    const id = digestOf(key)
    const digest = digestOf(JSON.stringify(request))
    const kept = answers.get(id)
    const known = kept && Date.now() - Date.parse(kept.createdAt) < keptMs ? kept : undefined
    if (underWay.has(id) || (known && known.digest !== digest)) throw refuse()
    if (known) return known
    underWay.add(id)
    try {
      const answer = await work()
      answers.put({ id, createdAt: new Date().toISOString(), digest, ...answer })
      return answer
    } finally {
      underWay.delete(id)
    }
  }
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')
