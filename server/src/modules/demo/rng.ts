import { createHash } from 'node:crypto'

/** Reproducible random numbers: the same seed gives the same sequence. */
export interface Rng {
  /** From 0, below 1. */
  next(): number
  /** An integer, both ends included. */
  between(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** Some of the list, without repeats, in random order. */
  some<T>(list: readonly T[], count: number): T[]
}

/** SplitMix32 over a hash of the seed: good enough for names and ages, not for secrets. */
export function createRng(seed: string): Rng {
  let state = createHash('sha256').update(seed).digest().readUInt32BE(0)
  const next = (): number => {
    state = (state + 0x9e3779b9) | 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new Error('nothing to pick from')
    return list[Math.floor(next() * list.length)] as T
  }
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick,
    some(list, count) {
      const rest = [...list]
      const taken = []
      while (taken.length < count && rest.length > 0) taken.push(...rest.splice(Math.floor(next() * rest.length), 1))
      return taken
    },
  }
}

/** The UUID of an object of the demo, equal in every installation (RFC 9562, version 8). */
export function sampleId(kind: string, name: string): string {
  const bytes = createHash('sha256').update(`sample ${kind} ${name}`).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
