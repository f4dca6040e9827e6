import { photoSizeLimit } from '@incontro/contract'
import type { DiskSpace } from '#platform/process/disk-space.ts'
import { Failure } from '#platform/http/problem.ts'

/** Concurrent uploads of a member. */
const perMember = 3
/** Bytes of all uploads in this process's memory. */
const inAll = 24 * photoSizeLimit

/** The memory that an upload occupies until it ends. */
export interface Room {
  /** Called with bytes that have arrived. @throws Failure 503 when the process is full */
  take(bytes: number): void
}

export type InPlace = <T>(memberId: string, work: (room: Room) => Promise<T>) => Promise<T>

/**
 * Limits concurrent uploads. What counts in total are bytes and not requests, because a request that sends nothing must
 * not keep others out. @throws Failure 429 for one more of the same member, 503 while the disk is nearly full
 */
export function createPlaces(space: Pick<DiskSpace, 'isShort'>, most = inAll): InPlace {
  const taken = new Map<string, number>()
  let all = 0
  return async (memberId, work) => {
    const own = taken.get(memberId) ?? 0
    if (own >= perMember) throw new Failure(429)
    taken.set(memberId, own + 1)
    let held = 0
    try {
      if (await space.isShort()) throw new Failure(503)
      return await work({
        take(bytes) {
          if (all + bytes > most) throw new Failure(503)
          held += bytes
          all += bytes
        },
      })
    } finally {
      all -= held
      const left = (taken.get(memberId) ?? 1) - 1
      if (left === 0) taken.delete(memberId)
      else taken.set(memberId, left)
    }
  }
}
