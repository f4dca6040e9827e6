import type { PaymentDeps } from '../deps.ts'
import { createLru } from '#platform/flow-control/lru.ts'
import { openStates } from './attempt-machine.ts'

type Deps = Pick<PaymentDeps, 'db' | 'clock'>

/** Longer than any call to a provider takes. After a crash the next one waits as long. */
const holdMs = 60_000

/**
 * Makes a call that may complete a payment, such as capturing what was approved, and records what came of it; several
 * may run beside each other. It is not made while a newer order cancels this one: without that, a payment could be
 * completed after its replacement was begun.
 * @returns null if it was not made
 */
export const whileAsking = <T>(deps: Deps, attemptId: string, call: () => Promise<T>): Promise<T | null> =>
  hold(deps, attemptId, { own: 'asking_until', others: ['replacing_until'] }, call)

/**
 * Cancels a payment for a newer order, while nothing else can complete or cancel it.
 * @returns null if that is under way
 */
export const whileReplacing = <T>(deps: Deps, attemptId: string, call: () => Promise<T>): Promise<T | null> =>
  hold(deps, attemptId, { own: 'replacing_until', others: ['asking_until', 'replacing_until'] }, call)

/** Calls of this process that ended while a later one held their order, which it need not hold for them. */
const ended = createLru<string, true>(1000)

type Hold = 'asking_until' | 'replacing_until'

async function hold<T>(
  { db, clock }: Deps,
  id: string,
  { own, others }: { readonly own: Hold; readonly others: readonly Hold[] },
  call: () => Promise<T>,
): Promise<T | null> {
  const now = clock()
  const until = new Date(now.getTime() + holdMs)
  const held = await db
    .with('before', (before) =>
      before
        .selectFrom('payment_attempts')
        .select(['id', `${own} as until`])
        .where('id', '=', id)
        .forUpdate(),
    )
    .updateTable('payment_attempts')
    .from('before')
    .set({ [own]: until })
    .whereRef('payment_attempts.id', '=', 'before.id')
    .where('state', 'in', [...openStates])
    .where((eb) => eb.and(others.map((other) => eb.or([eb(other, 'is', null), eb(other, '<=', now)]))))
    .returning('before.until')
    .executeTakeFirst()
  if (!held) return null
  try {
    return await call()
  } finally {
    // A later call that is still running has set another time, and an earlier one that may be still runs until its own.
    const mayRun = held.until !== null && held.until > clock() && !ended.has(keyOf(own, id, held.until))
    const { numUpdatedRows } = await db
      .updateTable('payment_attempts')
      .set({ [own]: mayRun ? held.until : null })
      .where('id', '=', id)
      .where(own, '=', until)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) ended.set(keyOf(own, id, until), true)
  }
}

const keyOf = (own: Hold, id: string, until: Date): string => `${own} ${id} ${until.getTime()}`
