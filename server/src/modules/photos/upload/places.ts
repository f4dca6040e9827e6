import { Failure } from '../../../platform/http/problem.ts'

/** Concurrent uploads in this process's memory, per member and in total. */
const perMember = 3
const inAll = 24

export type InPlace = <T>(memberId: string, work: () => Promise<T>) => Promise<T>

/** Limits concurrent uploads. @throws Failure 429 for one more of the same member, 503 when the process is full */
export function createPlaces(): InPlace {
  const taken = new Map<string, number>()
  let all = 0
  return async (memberId, work) => {
    const own = taken.get(memberId) ?? 0
    if (own >= perMember) throw new Failure(429)
    if (all >= inAll) throw new Failure(503)
    taken.set(memberId, own + 1)
    all += 1
    try {
      return await work()
    } finally {
      all -= 1
      const left = (taken.get(memberId) ?? 1) - 1
      if (left === 0) taken.delete(memberId)
      else taken.set(memberId, left)
    }
  }
}
