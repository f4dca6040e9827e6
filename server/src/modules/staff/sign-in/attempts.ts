import { clearAttempts, countAttempt } from '#platform/secrets/attempts.ts'
import type { Executor } from '#platform/database/database.ts'
import { Failure } from '#platform/http/problem.ts'
import { keyedHash } from '#platform/ids.ts'
import { countNetworkAttempt } from '#platform/secrets/network-attempts.ts'
import { subscriberOf } from '#platform/secrets/networks.ts'
import type { StaffDeps } from '#modules/staff/deps.ts'
import type { StaffSession } from '#modules/staff/sessions/sessions.ts'

/**
 * Attempts an hour. What one address may guess is few; what all may together is more, so that none can lock staff out.
 */
const most = {
  passwordsFromOne: 10,
  passwordsFromAll: 200,
  passwordsOfNetwork: 60,
  codesFromOne: 10,
  codesFromAll: 50,
} as const

const tooMany = (): Failure => new Failure(429, undefined, { message: 'Too many attempts, try again in an hour' })

const bucketsOf = ({ addressKeys }: Pick<StaffDeps, 'addressKeys'>, email: string, ip: string) => {
  const who = keyedHash(addressKeys, `staff ${email}`).toString('base64url')
  return { fromOne: `staff password ${who} ${subscriberOf(ip)}`, fromAll: `staff password ${who}` }
}

/** Counts a password before it is looked at, so that concurrent ones count too. @throws Failure 429 */
export async function countPassword(deps: StaffDeps, db: Executor, email: string, ip: string): Promise<void> {
  const at = deps.clock()
  const { fromOne, fromAll } = bucketsOf(deps, email, ip)
  const one = await countAttempt(db, fromOne, at)
  const all = await countAttempt(db, fromAll, at)
  const network = await countNetworkAttempt(db, 'staff password', ip, at)
  if (one > most.passwordsFromOne || all > most.passwordsFromAll || network > most.passwordsOfNetwork) throw tooMany()
}

export async function clearPasswords(deps: StaffDeps, db: Executor, email: string, ip: string): Promise<void> {
  const { fromOne, fromAll } = bucketsOf(deps, email, ip)
  await clearAttempts(db, fromOne)
  await clearAttempts(db, fromAll)
}

type CodeSession = Pick<StaffSession, 'staffId' | 'sessionId' | 'state'>

/**
 * Where codes of an app are counted. A signed-in session counts its own, so that neither guesses at the sign-in nor a
 * copied cookie touch the person's other sessions.
 */
const codeBucketsOf = ({ staffId, sessionId, state }: CodeSession, ip: string) =>
  state === 'in'
    ? { fromOne: `staff proof ${sessionId}` }
    : { fromOne: `staff code ${staffId} ${subscriberOf(ip)}`, fromAll: `staff code ${staffId}` }

/**
 * Counts a code of an app before it is looked at. Passkeys and recovery codes, which cannot be guessed, are not
 * counted: they complete a sign-in while others guess.
 * @throws Failure 429
 */
export async function countCode(deps: StaffDeps, db: Executor, session: CodeSession, ip: string): Promise<void> {
  const at = deps.clock()
  const { fromOne, fromAll } = codeBucketsOf(session, ip)
  if ((await countAttempt(db, fromOne, at)) > most.codesFromOne) throw tooMany()
  // What is refused above does not count for the others.
  if (fromAll !== undefined && (await countAttempt(db, fromAll, at)) > most.codesFromAll) throw tooMany()
}

export async function clearCodes(db: Executor, session: CodeSession, ip: string): Promise<void> {
  const { fromOne, fromAll } = codeBucketsOf(session, ip)
  await clearAttempts(db, fromOne)
  if (fromAll !== undefined) await clearAttempts(db, fromAll)
}
