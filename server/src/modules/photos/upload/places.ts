import { Failure } from '../../../platform/http/problem.ts'
import { createLimit, type Limited } from '../limits.ts'

/** Concurrent uploads per member, and whole files in this process's memory. */
const perMember = 3
const inAll = 24

export type InPlace = <T>(memberId: string, work: () => Promise<T>) => Promise<T>

export interface Places {
  /** One of the member's, for an upload whose parts are stored as they arrive. @throws Failure 429 for one too many */
  readonly ofMember: InPlace
  /** The same for a file that is read into memory. @throws Failure 503 as well, when the process is full */
  readonly inMemory: InPlace
  /** Waits until a file that has arrived may be read into memory. */
  readonly whole: Limited
}

/**
 * Limits concurrent uploads. What a slow sender occupies is their own: the places of the process are taken only for
 * files that are in its memory.
 */
export function createPlaces(): Places {
  const taken = new Map<string, number>()
  let all = 0
  const ofMember: InPlace = async (memberId, work) => {
    const own = taken.get(memberId) ?? 0
    if (own >= perMember) throw new Failure(429)
    taken.set(memberId, own + 1)
    try {
      return await work()
    } finally {
      const left = (taken.get(memberId) ?? 1) - 1
      if (left === 0) taken.delete(memberId)
      else taken.set(memberId, left)
    }
  }
  return {
    ofMember,
    inMemory: (memberId, work) =>
      ofMember(memberId, async () => {
        if (all >= inAll) throw new Failure(503)
        all += 1
        try {
          return await work()
        } finally {
          all -= 1
        }
      }),
    whole: createLimit(inAll),
  }
}
