import { ApiProblem, apiOver, type ReplyOf, type Sender } from './api.ts'

/** Solves the server's proof-of-work and gives the field `altcha`. */
const proveWork = async (challenge: ReplyOf<'GET /api/challenge'>): Promise<string> => {
  const { solveChallenge } = await import('altcha-lib/v1')
  const solved = await solveChallenge(challenge.challenge, challenge.salt, challenge.algorithm, challenge.maxnumber)
    .promise
  if (!solved) throw new ApiProblem(429, '1007', 'Not solved')
  const { algorithm, challenge: target, salt, signature } = challenge
  return btoa(JSON.stringify({ algorithm, challenge: target, number: solved.number, salt, signature }))
}

/**
 * Runs a call that may ask for a proof of work first, and runs it again with the proof. Only a browser works for
 * itself: the page's action would be doing an attacker's work on our machine, so there the refusal stands.
 *
 * @param work gets the `altcha` field, undefined the first time
 */
export const withProofOfWork = async <T>(
  send: Sender,
  work: (altcha: string | undefined) => Promise<T>,
): Promise<T> => {
  try {
    return await work(undefined)
  } catch (error) {
    if (import.meta.env.SSR || !(error instanceof ApiProblem) || error.code !== 'challenge_required') throw error
    return work(await proveWork(await apiOver(send)('GET /api/challenge', { query: { difficulty: error.difficulty } })))
  }
}
