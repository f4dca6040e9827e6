import { createHash } from 'node:crypto'

interface Challenge {
  readonly algorithm: string
  readonly challenge: string
  readonly salt: string
  readonly signature: string
}

/** The `altcha` field for a challenge, as a browser makes it, whose own implementation takes seconds in Node. */
export function solveChallenge({ algorithm, challenge, salt, signature }: Challenge): string {
  let number = 0
  while (createHash('sha256').update(`${salt}${number}`).digest('hex') !== challenge) number += 1
  return Buffer.from(JSON.stringify({ algorithm, challenge, number, salt, signature })).toString('base64')
}
