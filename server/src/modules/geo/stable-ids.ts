import { createHash } from 'node:crypto'

/**
 * Gives out ids that depend on the key alone, so that another version of the data set keeps them: the first 31 bits of
 * SHA-256, and the next free number for the rare second key that meets a taken one.
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
