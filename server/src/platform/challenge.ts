import { createChallenge, verifySolution } from 'altcha-lib/v1'
import { Failure } from './http/problem.ts'
import type { Executor } from './database.ts'
import { hashToken } from './ids.ts'
import { hourOf } from './attempts.ts'

/** About a second on a phone. */
const maxnumber = 100_000

export interface Challenges {
  make(): Promise<{ algorithm: string; challenge: string; maxnumber: number; salt: string; signature: string }>
  /** @throws Failure 403 `challenge_required` unless `solution` solves a fresh challenge of ours that nobody used before. */
  require(executor: Executor, solution: string | undefined, at: Date): Promise<void>
}

/** The challenge that a verified solution solves. One solution can be written in many ways; its challenge, compared as text, cannot. */
const challengeOf = (solution: string): string =>
  String((JSON.parse(Buffer.from(solution, 'base64').toString()) as { challenge?: unknown }).challenge)

/** Proof of work in front of forms that somebody sends too often (ALTCHA). */
export function createChallenges(hmacKey: Buffer): Challenges {
  const key = hmacKey.toString('hex')
  return {
    async make() {
      const made = await createChallenge({
        hmacKey: key,
        maxnumber,
        algorithm: 'SHA-256',
        expires: new Date(Date.now() + 10 * 60_000),
      })
      return {
        algorithm: made.algorithm,
        challenge: made.challenge,
        maxnumber,
        salt: made.salt,
        signature: made.signature,
      }
    },
    async require(executor, solution, at) {
      const refused = new Failure(403, 'challenge_required', {
        field: 'altcha',
        message: 'Solve a challenge of /api/challenge first',
      })
      if (solution === undefined || !(await verifySolution(solution, key).catch(() => false))) throw refused
      const bucket = `altcha:${hashToken(challengeOf(solution)).toString('base64url')}`
      const before = await executor
        .selectFrom('limit_counters')
        .select('hits')
        .where('bucket', '=', bucket)
        .executeTakeFirst()
      if (before) throw refused
      const used = await executor
        .insertInto('limit_counters')
        .values({ bucket, window_start: hourOf(at), hits: 1 })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (used.numInsertedOrUpdatedRows !== 1n) throw refused
    },
  }
}
