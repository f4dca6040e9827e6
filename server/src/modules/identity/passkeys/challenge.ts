import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Site } from '../../../platform/caller.ts'
import type { Executor } from '../../../platform/database.ts'
import { type Keys, keyedHashes } from '../../../platform/ids.ts'
import { useOnce } from '../../../platform/single-use.ts'

/** What a challenge is for: a member's session that adds a passkey, or a browser (its cookie) that signs in. */
export interface Ceremony {
  readonly purpose: 'create' | 'get'
  readonly site: Site
  readonly holder: string
}

export const challengeMs = 5 * 60_000
const randomLength = 16
const timeLength = 6
const length = randomLength + timeLength + 32

const sealOf = (keys: Keys, { purpose, site, holder }: Ceremony, head: Buffer): Buffer[] =>
  keyedHashes(keys, [purpose, site.brandId, site.origin, holder, head.toString('hex')].join(' '))

/** Random bytes, when they end, and a keyed hash of both and of what they are for: nothing is kept until it is used. */
export function makeChallenge(keys: Keys, ceremony: Ceremony, at: Date): string {
  const ends = Buffer.alloc(timeLength)
  ends.writeUIntBE(at.getTime() + challengeMs, 0, timeLength)
  const head = Buffer.concat([randomBytes(randomLength), ends])
  return Buffer.concat([head, sealOf(keys, ceremony, head)[0] ?? head]).toString('base64url')
}

/** Uses a challenge up; false when it is not ours, for something else, over, or used before. Two at once: one of them gets it. */
export async function useChallenge(
  executor: Executor,
  keys: Keys,
  ceremony: Ceremony,
  challenge: string,
  at: Date,
): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== length || bytes.toString('base64url') !== challenge) return false
  const head = bytes.subarray(0, randomLength + timeLength)
  const given = bytes.subarray(head.length)
  if (!sealOf(keys, ceremony, head).some((right) => timingSafeEqual(given, right))) return false
  const ends = new Date(head.readUIntBE(randomLength, timeLength))
  return ends > at && useOnce(executor, 'passkey', challenge, ends)
}

/** The challenge an authenticator's answer was made for; empty when it cannot be read. */
export function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as {
      challenge?: unknown
    }
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    // Not the JSON of an authenticator: no challenge matches an empty one.
    return ''
  }
}
