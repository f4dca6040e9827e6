import { signupCodes } from '@incontro/contract'
import { countAttempt } from '../../../platform/attempts.ts'
import type { Site } from '../../../platform/caller.ts'
import { ipPrefix } from '../../../platform/http/app.ts'
import { Failure } from '../../../platform/http/problem.ts'
import { keyedHash } from '../../../platform/ids.ts'
import type { IdentityDeps } from '../deps.ts'
import { addressHash, difficultyOf, guessesAt } from '../sign-in/guesses.ts'

/** From half of the limit on, a proof of work is required; beyond it nothing is looked up. */
export async function guardAgainstFlooding(
  deps: IdentityDeps,
  call: { readonly site: Site; readonly ip: string; readonly body: { readonly altcha?: string | undefined } },
  email: string,
): Promise<void> {
  const at = deps.clock()
  const address = keyedHash(deps.signalKeys, `${call.site.brandId} ${email}`).toString('base64url')
  const [byEmail, byIp] = await Promise.all([
    countAttempt(deps.db, `signup email ${address}`, at),
    countAttempt(deps.db, `signup ip ${ipPrefix(call.ip)}`, at),
  ])
  const { perEmail, perIp } = deps.signupLimits
  if (byEmail > perEmail || byIp > perIp)
    throw new Failure(429, signupCodes.tooManyAttempts, { message: 'Too many registrations, try again in an hour' })
  // The form also signs members in: guesses made there count with the others.
  const guesses = await guessesAt(deps.db, addressHash(deps.signalKeys, call.site.brandId, email), at)
  const difficulty = difficultyOf(guesses + 1)
  if (byEmail > perEmail / 2 || byIp > perIp / 2 || difficulty !== undefined)
    await deps.challenges.require(deps.db, call.body.altcha, at, difficulty)
}
