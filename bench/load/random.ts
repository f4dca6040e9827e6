/** Random numbers that depend only on the seed, so that a member can be computed again at any time. */
export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number
  /** An integer from 0 (inclusive) to `most` (exclusive). */
  below(most: number): number
  chance(share: number): boolean
  pick<T>(from: readonly T[]): T
  /** A UUIDv7 for a time in milliseconds. */
  uuid(ms: number): string
  /** 32 bytes in PostgreSQL's text format of bytea. */
  hash(): string
}

/** A generator for one purpose and one index (sfc32; its 128 bits of state keep millions of sequences distinct). */
export function randomOf(index: number, purpose: number): Random {
  let [a, b, c, counter] = [index | 0, purpose | 0, 0x9e3779b9 | 0, 1]
  const word = (): number => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return sum >>> 0
  }
  // The first words of neighbouring seeds are similar, so they are discarded.
  for (let n = 0; n < 12; n += 1) word()
  const next = (): number => word() / 4_294_967_296
  const below = (most: number): number => Math.floor(next() * most)
  return {
    next,
    below,
    chance: (share) => next() < share,
    pick: (from) => from[below(from.length)]!,
    uuid: (ms) => {
      const time = Math.floor(ms).toString(16).padStart(12, '0')
      const [a, b, c] = [word(), word(), word()]
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(a).slice(0, 3)}-${((b >>> 30) + 8).toString(16)}${hex(a).slice(5)}-${hex(b).slice(4)}${hex(c)}`
    },
    hash: () => `\\x${Array.from({ length: 8 }, () => hex(word())).join('')}`,
  }
}

const hex = (word: number): string => word.toString(16).padStart(8, '0')

/** An integer from 1 to `most`, usually small, for how active people are. Its mean is about `1 / (1 - 1 / alpha)`. */
export const heavyTailed = (random: Random, alpha: number, most: number): number =>
  Math.min(most, Math.floor((1 - random.next()) ** (-1 / alpha)))
