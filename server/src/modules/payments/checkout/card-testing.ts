import { countAttempt, hourOf } from '../../../platform/attempts.ts'
import { ipPrefix } from '../../../platform/http/app.ts'
import { Failure } from '../../../platform/http/problem.ts'
import type { PaymentDeps } from '../deps.ts'
import type { PaymentSource } from '../port.ts'

/*
 * Card testing: numbers that were stolen or guessed are tried one after the other, by as many accounts as it takes. Each member's own
 * tries have a limit (create-attempt.ts); here all of a network's declines count together.
 */

type Deps = Pick<PaymentDeps, 'db' | 'clock' | 'limits' | 'pause'>

const bucketOf = (ip: string): string => `card declines ${ipPrefix(ip)}`

/** What a card tester has is numbers to type; a stored card, a wallet or a provider's own page needs its owner. */
const isTyped = ({ method }: PaymentSource): boolean => method === 'card'

/**
 * Slows a typed card down where many were declined for its network within the last two hours at most, and stops it where far more were.
 * Members who have bought before are let through: a household shares its network, a café too.
 * @throws Failure 429 `too_many_declines`
 */
export async function holdBackCardTesting(
  deps: Deps,
  { ip, source, level }: { readonly ip: string; readonly source: PaymentSource; readonly level: number },
): Promise<void> {
  if (!isTyped(source) || level > 0) return
  const { slowFrom, stopAt, waitMs } = deps.limits.networkDeclines
  const declined = await declinesFrom(deps, ip)
  if (declined >= stopAt)
    throw new Failure(429, 'too_many_declines', {
      message: 'Too many cards were declined here: pay another way, or try again in two hours',
    })
  if (declined >= slowFrom) await deps.pause(waitMs)
}

async function declinesFrom({ db, clock }: Deps, ip: string): Promise<number> {
  const now = hourOf(clock())
  const rows = await db
    .selectFrom('limit_counters')
    .select('hits')
    .where('bucket', '=', bucketOf(ip))
    .where('window_start', '>=', new Date(now.getTime() - 3_600_000))
    .execute()
  return rows.reduce((sum, { hits }) => sum + hits, 0)
}

/** Counts a typed card that was declined. */
export async function countDecline(
  { db, clock }: Deps,
  { ip, source }: { readonly ip: string; readonly source: PaymentSource },
): Promise<void> {
  if (isTyped(source)) await countAttempt(db, bucketOf(ip), clock())
}
