import type { Connection } from '../connections.ts'
import type { PaymentDeps } from '../deps.ts'

/** Milliseconds for which an answer is fresh; after that the provider is asked again before it is offered. */
const freshMs = 20_000
/** Milliseconds for which an outdated answer is used while a new one is fetched. */
const staleMs = 45_000
/** Longest time a page waits, in milliseconds. */
const timeoutMs = 2_000

interface Answer {
  readonly up: boolean
  readonly at: number
}

/**
 * Whether providers are up, checked when a member is about to pay: one that is down is not offered, and reappears by
 * itself.
 */
export interface Availability {
  isUp(connection: Connection): Promise<boolean>
}

export function createAvailability({ log, clock }: Pick<PaymentDeps, 'log' | 'clock'>): Availability {
  const answers = new Map<string, Answer>()
  const asking = new Map<string, Promise<boolean>>()

  async function ask({ id, provider }: Connection): Promise<boolean> {
    const up = await Promise.race([
      provider.ping().then(
        () => true,
        // The reason does not matter here: the provider is not offered, and the change is logged below.
        () => false,
      ),
      new Promise<false>((resolve) => setTimeout(() => resolve(false), timeoutMs).unref()),
    ])
    if (up !== (answers.get(id)?.up ?? true))
      log[up ? 'info' : 'warn']({ connection: id }, up ? 'a payment provider is back' : 'a payment provider is down')
    answers.set(id, { up, at: clock().getTime() })
    return up
  }
  function askOnce(connection: Connection): Promise<boolean> {
    const underWay = asking.get(connection.id)
    if (underWay) return underWay
    const asked = ask(connection).finally(() => asking.delete(connection.id))
    asking.set(connection.id, asked)
    return asked
  }

  return {
    async isUp(connection) {
      const known = answers.get(connection.id)
      const age = known ? clock().getTime() - known.at : Infinity
      if (known && age < freshMs) return known.up
      const asked = askOnce(connection)
      // A provider that was down is not offered before it answers.
      return known?.up === true && age < staleMs ? true : asked
    },
  }
}
