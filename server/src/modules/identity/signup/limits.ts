import { signupCodes } from '@incontro/contract'
import { countAttempt } from '#platform/secrets/attempts.ts'
import type { Site } from '#platform/caller.ts'
import { Failure } from '#platform/http/problem.ts'
import { keyedHash } from '#platform/ids.ts'
import { countFromNetwork, sharedNetworkLimit } from '#platform/secrets/network-attempts.ts'
import type { IdentityDeps } from '../deps.ts'
import { addressHash, difficultyOf, guessesAt } from '../sign-in/guesses.ts'

/**
 * Per address and per network: from half of the limit on, a proof of work is required. Beyond the address's limit nothing
 * is looked up; a network goes on with harder proofs.
 */
export async function guardAgainstFlooding(
  deps: IdentityDeps,
  call: { readonly site: Site; readonly ip: string; readonly body: { readonly altcha?: string | undefined } },
  email: string,
): Promise<void> {
  const at = deps.clock()
  const address = keyedHash(deps.signalKeys, `${call.site.brandId} ${email}`).toString('base64url')
  const { perEmail, perIp } = deps.signupLimits
  const { altcha } = call.body
  const network = await countFromNetwork(
    deps,
    { kind: 'signup ip', ip: call.ip, altcha, at },
    sharedNetworkLimit(perIp),
  )
  const byEmail = await countAttempt(deps.db, `signup email ${address}`, at)
  if (byEmail > perEmail || network.isOver)
    throw new Failure(429, signupCodes.tooManyAttempts, { message: 'Too many registrations, try again in an hour' })
  // The form also signs members in: guesses made there count with the others.
  const guesses = await guessesAt(deps.db, addressHash(deps.signalKeys, call.site.brandId, email), at)
  await network.requireWork(byEmail > perEmail / 2 ? 0 : undefined, difficultyOf(guesses + 1))
}
