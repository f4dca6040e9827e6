import type { SignupPayload } from '@incontro/contract'
import { ApiProblem, apiOver, type CallOf, type ReplyOf, type Sender } from '../../../app/api/api.ts'

/** The payload as compact JWE to the server's public key (decision 11.2); the script for it is loaded here and only here. */
export const seal = async (
  payload: SignupPayload,
  { keys }: ReplyOf<'GET /.well-known/jwks.json'>,
): Promise<string> => {
  const { CompactEncrypt, importJWK } = await import('jose')
  const key = keys[0]
  if (!key) throw new ApiProblem(503, 'no_key', 'No key')
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM', kid: key.kid })
    .encrypt(await importJWK(key, key.alg))
}

/** Solves the server's proof-of-work and gives the field `altcha`. */
export const proveWork = async (challenge: ReplyOf<'GET /api/challenge'>): Promise<string> => {
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
export const withProof = async <T>(send: Sender, work: (altcha: string | undefined) => Promise<T>): Promise<T> => {
  try {
    return await work(undefined)
  } catch (error) {
    if (import.meta.env.SSR || !(error instanceof ApiProblem) || error.code !== 'challenge_required') throw error
    return work(await proveWork(await apiOver(send)('GET /api/challenge', {})))
  }
}

/**
 * Signs in with email and password.
 *
 * @throws ApiProblem with a code of the spec's section 8
 */
export const signIn = (send: Sender, body: CallOf<'POST /api/users/authenticate'>['body']) =>
  withProof(send, (altcha) =>
    apiOver(send)('POST /api/users/authenticate', { body: altcha ? { ...body, altcha } : body }),
  )

/**
 * Keeps a profile that was to be deleted; signs nobody in.
 *
 * @throws ApiProblem with the codes of signing in
 */
export const keepProfile = (send: Sender, body: { readonly email: string; readonly password: string }) =>
  withProof(send, (altcha) =>
    apiOver(send)('POST /api/users/keepAccount', { body: altcha ? { ...body, altcha } : body }),
  )

/**
 * Registers. The browser calls it with its own fetch, the page's action with the API in process.
 *
 * @throws ApiProblem with a code of the spec's section 8
 */
export const register = async (send: Sender, payload: SignupPayload) => {
  const api = apiOver(send)
  const utente = await seal(payload, await api('GET /.well-known/jwks.json', {}))
  return withProof(send, (altcha) =>
    api('POST /api/users/register', { body: altcha ? { utente, altcha } : { utente } }),
  )
}
