import { LRUCache } from 'lru-cache'
import type { Storage } from '#platform/storage.ts'

const mostBytes = 64 * 1024 * 1024
/** A deleted picture's files are removed after 15 seconds, and must be gone from every process after a minute. */
const keptMs = 40_000
/** Renditions of profile photos: small, requested often, and never changed. Nothing else is held in memory. */
const isCached = (key: string): boolean => key.startsWith('variants/')

/** Keeps the renditions read last in memory, in front of a folder or a storage on the network. */
export function cached(storage: Storage, clock: () => Date): Storage {
  const kept = new LRUCache<string, Buffer>({
    maxSize: mostBytes,
    maxEntrySize: mostBytes / 16,
    sizeCalculation: ({ length }) => Math.max(1, length),
    ttl: keptMs,
    ttlResolution: 0,
    perf: { now: () => clock().getTime() },
  })
  return {
    ...storage,
    async get(key) {
      const found = kept.get(key) ?? (await storage.get(key))
      if (found !== undefined && isCached(key) && !kept.has(key)) kept.set(key, found)
      return found
    },
    async remove(key) {
      await storage.remove(key)
      kept.delete(key)
    },
  }
}
