import { createChallenge, verifySolution } from 'altcha-lib/v1'
import { Failure } from '#platform/http/problem.ts'
import type { Executor } from '#platform/database/database.ts'
import type { Keys } from '#platform/ids.ts'
import { useOnce } from './single-use.ts'

/** Iterations for about a second on a phone; each step of difficulty doubles them. */
const easiest = 100_000
export const mostDifficulty = 6
const lifeMs = 10 * 60_000

export interface Challenges {
  /** @param difficulty 0 to `mostDifficulty`; each step doubles the work */
  make(
    at: Date,
    difficulty?: number,
  ): Promise<{ algorithm: string; challenge: string; maxnumber: number; salt: string; signature: string }>
  /**
   * @throws Failure 403 `challenge_required`, with the difficulty, unless `solution` solves a fresh, unused challenge
   * of ours of at least that difficulty
   */
  require(executor: Executor, solution: string | undefined, at: Date, difficulty?: number): Promise<void>
}

interface Solved {
  /** The challenge's text identifies a solution: the solution itself can be encoded in several ways. */
  readonly challenge: string
  readonly endsAt: Date
  readonly difficulty: number
}

/** Reads a verified solution. The salt contains expiry and difficulty, and the signed challenge is a hash of it. */
function read(solution: string): Solved {
  const { challenge, salt } = JSON.parse(Buffer.from(solution, 'base64').toString()) as {
    challenge?: unknown
    salt?: unknown
  }
  const params = new URLSearchParams(String(salt).split('?')[1] ?? '')
  return {
    challenge: String(challenge),
    endsAt: new Date(Number(params.get('expires')) * 1000),
    difficulty: Number(params.get('difficulty')),
  }
}

/** Proof of work (ALTCHA) for forms that are submitted too often. */
export function createChallenges(hmacKeys: Keys): Challenges {
  const [key = '', ...older] = hmacKeys.map((one) => one.toString('hex'))
  const isSolved = async (solution: string): Promise<boolean> => {
    // An unreadable solution counts as wrong.
    for (const one of [key, ...older]) if (await verifySolution(solution, one, false).catch(() => false)) return true
    return false
  }
  return {
    async make(at, difficulty = 0) {
      const maxnumber = easiest * 2 ** Math.min(difficulty, mostDifficulty)
      const made = await createChallenge({
        hmacKey: key,
        maxnumber,
        algorithm: 'SHA-256',
        params: { difficulty: String(difficulty) },
        expires: new Date(at.getTime() + lifeMs),
      })
      return {
        algorithm: made.algorithm,
        challenge: made.challenge,
        maxnumber,
        salt: made.salt,
        signature: made.signature,
      }
    },
    async require(executor, solution, at, difficulty = 0) {
      const refused = new Failure(403, 'challenge_required', {
        field: 'altcha',
        message: `Solve a challenge from /api/challenge?difficulty=${difficulty} and send it as altcha`,
        difficulty,
      })
      // Its expiry is checked below, against the given clock.
      if (solution === undefined || !(await isSolved(solution))) throw refused
      const solved = read(solution)
      if (solved.endsAt <= at || solved.difficulty < difficulty) throw refused
      if (!(await useOnce(executor, 'challenge', solved.challenge, solved.endsAt))) throw refused
    },
  }
}
