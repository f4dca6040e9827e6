import { ApiProblem, apiOver, type ReplyOf, type Sender } from './api.ts'

/** Solves the server's proof-of-work challenge and returns the value of the `altcha` field. */
const proveWork = async (challenge: ReplyOf<'GET /api/challenge'>): Promise<string> => {
  const { solveChallenge } = await import('altcha-lib/v1')
  const solved = await solveChallenge(challenge.challenge, challenge.salt, challenge.algorithm, challenge.maxnumber)
    .promise
  if (!solved) throw new ApiProblem(429, '1007', 'Not solved')
  const { algorithm, challenge: target, salt, signature } = challenge
  return btoa(JSON.stringify({ algorithm, challenge: target, number: solved.number, salt, signature }))
}

/** Others of the same network ask meanwhile, so that the next proof may have to be harder. */
const mostProofs = 3

/**
 * Makes a call that may be refused until a proof of work comes with it, and repeats it with the proof. Only a browser
 * solves challenges: if a page's action did, our server would do the work that is meant to slow an attacker down.
 *
 * @param work gets the `altcha` field, which is undefined the first time
 */
export const withProofOfWork = async <T>(
  send: Sender,
  work: (altcha: string | undefined) => Promise<T>,
): Promise<T> => {
  let altcha: string | undefined
  for (let proofs = 0; ; proofs += 1) {
    try {
      return await work(altcha)
    } catch (error) {
      const solvable = error instanceof ApiProblem && error.code === 'challenge_required'
      if (import.meta.env.SSR || !solvable || proofs === mostProofs) throw error
      const { difficulty } = error
      altcha = await proveWork(await apiOver(send)('GET /api/challenge', { query: { difficulty } }))
    }
  }
}
