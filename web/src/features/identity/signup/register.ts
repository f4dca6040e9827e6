import { type SignupAnswers, toWire } from '@incontro/contract/domain'
import { ApiProblem, apiOver, type ReplyOf, type Sender } from '#app/api/api.ts'
import { withProofOfWork } from '#app/api/proof-of-work.ts'

/**
 * Encrypts the payload to the server's public key as a compact JWE (rule 11.2); the library is loaded only here.
 */
export const seal = async (
  payload: SignupAnswers,
  { keys }: ReplyOf<'GET /.well-known/jwks.json'>,
): Promise<string> => {
  const { CompactEncrypt, importJWK } = await import('jose')
  const key = keys[0]
  if (!key) throw new ApiProblem(503, 'no_key', 'No key')
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(toWire(payload))))
    .setProtectedHeader({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM', kid: key.kid })
    .encrypt(await importJWK(key, key.alg))
}

/**
 * Registers a member. The browser calls it with its own fetch, the page's action with the API in process.
 *
 * @throws ApiProblem with a code of the specification's section 8
 */
export const register = async (send: Sender, payload: SignupAnswers) => {
  const api = apiOver(send)
  const sealedSignup = await seal(payload, await api('GET /.well-known/jwks.json', {}))
  return withProofOfWork(send, (altcha) =>
    api('POST /api/users/register', { body: altcha ? { sealedSignup, altcha } : { sealedSignup } }),
  )
}
