import { clearAttempts, countAttempt } from '#platform/secrets/attempts.ts'
import type { Executor } from '#platform/database/database.ts'
import { Failure } from '#platform/http/problem.ts'
import { keyedHash } from '#platform/ids.ts'
import { countNetworkAttempt } from '#platform/secrets/network-attempts.ts'
import { subscriberOf } from '#platform/secrets/networks.ts'
import type { StaffDeps } from '#modules/staff/deps.ts'

/** Attempts an hour. What one address may guess is few; what all may together is more, so that none can lock staff out. */
const most = { passwordsFromOne: 10, passwordsFromAll: 200, passwordsOfNetwork: 60, codes: 10 } as const

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

/** Counts a code of the second factor. @throws Failure 429 */
export async function countCode(deps: StaffDeps, db: Executor, staffId: string): Promise<void> {
  if ((await countAttempt(db, `staff code ${staffId}`, deps.clock())) > most.codes) throw tooMany()
}

export const clearCodes = (db: Executor, staffId: string): Promise<void> => clearAttempts(db, `staff code ${staffId}`)
