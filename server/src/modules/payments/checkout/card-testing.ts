import { Failure } from '#platform/http/problem.ts'
import {
  countNetworkAttempt,
  networkAttempts,
  sharedNetworkLimit,
  workFor,
} from '#platform/secrets/network-attempts.ts'
import type { PaymentDeps } from '../deps.ts'
import type { PaymentSource } from '../port.ts'

/*
 * Protection against card testing, where stolen or guessed numbers are tried with many accounts. A member's own
 * attempts are limited in create-attempt.ts; here all declines of a network count together.
 */

type Deps = Pick<PaymentDeps, 'db' | 'clock' | 'limits' | 'pause' | 'challenges'>

const declines = 'card declines'

/** Card testers type numbers; stored cards, wallets and providers' pages need their owner. */
const isTyped = ({ method }: PaymentSource): boolean => method === 'card'

/** How many times as many declines as take a proof of work end typed cards: more than honest people behind one address have. */
const sharedTimes = 10

/**
 * Delays a typed card when many were declined for its network within the last two hours, asks for a proof of work after
 * more, which is doubled whenever their number has doubled, and refuses it after far more. Members with earlier purchases
 * are exempt, because households and cafés share a network.
 * @throws Failure 403 `challenge_required`, 429 `too_many_declines`
 */
export async function holdBackCardTesting(
  deps: Deps,
  {
    ip,
    source,
    level,
    altcha,
  }: {
    readonly ip: string
    readonly source: PaymentSource
    readonly level: number
    readonly altcha: string | undefined
  },
): Promise<void> {
  if (!isTyped(source) || level > 0) return
  const { slowFrom, workFrom, waitMs } = deps.limits.networkDeclines
  const at = deps.clock()
  const declined = await networkAttempts(deps.db, declines, ip, { at, hours: 1 })
  const limit = sharedNetworkLimit(workFrom, { free: workFrom, times: sharedTimes })
  if (declined >= limit.most) throw tooManyDeclines()
  const work = workFor(declined + 1, limit)
  if (work !== undefined) await deps.challenges.require(deps.db, altcha, at, work)
  if (declined >= slowFrom) await deps.pause(waitMs)
}

export const tooManyDeclines = (): Failure =>
  new Failure(429, 'too_many_declines', {
    message: 'Too many cards were declined here: pay another way, or try again in two hours',
  })

/** Counts a typed card that was declined. */
export async function countDecline(
  { db, clock }: Deps,
  { ip, source }: { readonly ip: string; readonly source: PaymentSource },
): Promise<void> {
  if (isTyped(source)) await countNetworkAttempt(db, declines, ip, clock())
}
