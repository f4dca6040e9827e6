import { createHash } from 'node:crypto'

/**
 * Assigns ids that depend on the key alone, so that they survive a new version of the data set: the first 31 bits of
 * SHA-256, or the next free number in the rare case of a collision.
 */
export function stableIds(): (key: string) => number {
  const taken = new Set<number>()
  return (key) => {
    let id = createHash('sha256').update(key).digest().readUInt32BE(0) >>> 1
    while (id === 0 || taken.has(id)) id = (id + 1) % 0x7fffffff
    taken.add(id)
    return id
  }
}
