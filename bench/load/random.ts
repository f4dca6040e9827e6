/** Numbers that are the same for the same seed, whatever was drawn before: who a member is needs no memory. */
export interface Random {
  /** From 0 to less than 1. */
  next(): number
  /** A whole number from 0 to less than `most`. */
  below(most: number): number
  chance(share: number): boolean
  pick<T>(from: readonly T[]): T
  /** A UUIDv7 of the time, in milliseconds. */
  uuid(ms: number): string
  /** 32 bytes in PostgreSQL's text form of bytea. */
  hash(): string
}

/** A generator for one purpose of one thing (mulberry32 over a mixed seed). */
export function randomOf(index: number, purpose: number): Random {
  let state = Math.imul(index ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(purpose + 1, 0xc2b2ae35)
  const word = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  // The first words of neighbouring seeds are alike.
  word()
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

/** A whole number from 1, mostly small, now and then up to `most`: how busy people are. Its mean is about `1 / (1 - 1 / alpha)`. */
export const heavyTailed = (random: Random, alpha: number, most: number): number =>
  Math.min(most, Math.floor((1 - random.next()) ** (-1 / alpha)))
