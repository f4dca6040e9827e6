import type { Connection } from '../connections.ts'
import type { PaymentDeps } from '../deps.ts'

/** How long an answer counts; older than that a provider is asked again before it is offered. */
const freshMs = 20_000
/** How long an old answer serves while a new one is fetched. */
const staleMs = 45_000
/** A page does not wait for longer. */
const patientMs = 2_000

interface Answer {
  readonly up: boolean
  readonly at: number
}

/** Whether providers answer at present, asked when somebody is about to pay: one that is down is not offered, and comes back by itself. */
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
        // Why it does not answer is of no matter here: it is not offered until it answers again, and the change is logged below.
        () => false,
      ),
      new Promise<false>((resolve) => setTimeout(() => resolve(false), patientMs).unref()),
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
      // What was down is not offered again before it answers.
      return known?.up === true && age < staleMs ? true : asked
    },
  }
}
