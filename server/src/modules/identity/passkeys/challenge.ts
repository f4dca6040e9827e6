import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Site } from '#platform/caller.ts'
import type { Executor } from '#platform/database/database.ts'
import { type Keys, keyedHashes } from '#platform/ids.ts'
import { useOnce } from '#platform/secrets/single-use.ts'

/** What a challenge is bound to: a member's session that adds a passkey, or a browser's cookie that signs in. */
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

/** Random bytes, expiry, and a keyed hash of both with the ceremony: stateless until used. */
export function makeChallenge(keys: Keys, ceremony: Ceremony, at: Date): string {
  const ends = Buffer.alloc(timeLength)
  ends.writeUIntBE(at.getTime() + challengeMs, 0, timeLength)
  const head = Buffer.concat([randomBytes(randomLength), ends])
  return Buffer.concat([head, sealOf(keys, ceremony, head)[0] ?? head]).toString('base64url')
}

/**
 * Uses a challenge; false if it is forged, expired, used or for another ceremony. Of two concurrent requests one
 * succeeds.
 */
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

/** The challenge in an authenticator's response; empty if it is unreadable. */
export function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as {
      challenge?: unknown
    }
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    // Invalid JSON: an empty challenge never matches.
    return ''
  }
}
