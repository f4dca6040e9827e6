import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { randomOf, type Random } from '../load/random.ts'
import type * as peopleOf from '../parts/people.ts'
import type { Person } from '../parts/people.ts'
import { findDamage } from './check.ts'
import { type Fault, faultsOf, upgradeOf } from './faults.ts'
import { cardOrder } from '#test/support/card-order.ts'
import { adyenSettings, ownPlace, root, startInstallation, type Installation, type Place } from './installation.ts'
import { openMember, type SoakMember } from './member.ts'

export interface SoakOptions {
  /** The number of members, a multiple of four: the members of each group of four write to each other. */
  readonly members: number
  /** The duration of the phase with faults in seconds; each fault happens at least once, even if that takes longer. */
  readonly seconds: number
  /** The average time between two actions of a member, in milliseconds. */
  readonly paceMs: number
  /** The time between two faults, in seconds. */
  readonly faultEvery: number
  /** The same seed gives the same faults in the same order. */
  readonly seed: number
  /** Another place than this machine's own, with the faults that happen there, each once. */
  readonly place?: Place & { readonly faults: (installation: Installation) => readonly Fault[] }
  /** The folder of the version before. The only faults are then those of an upgrade to this version and back. */
  readonly before?: string
  /** Whether members also pay by card. A job that runs each minute completes payments that a fault interrupted. */
  readonly payments: boolean
  /** Called at each fault and each step. */
  readonly onStep?: (name: string, acknowledged: number) => void
}

export interface SoakReport {
  readonly faults: number
  readonly messages: number
  readonly orders: number
  readonly likes: number
  /** The number of requests repeated because there was no answer. */
  readonly repeats: number
  /** The time from the last new action until all members have seen everything and nothing is open, in milliseconds. */
  readonly settledMs: number
  /** The violated guarantees. */
  readonly damage: readonly string[]
}

const group = 4
/** Time limits. A job that runs each minute checks an open payment after 5 s, 15 s and a minute. */
const settleMs = { messages: 40_000, payments: 240_000 }

/**
 * Lets members write, read, like and pay while parts of the installation are killed and networks fail; then checks all
 * guarantees.
 */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const { place } = options
  if (place) return soakAt(place, options, (installation) => () => place.faults(installation))
  const own = await ownPlace()
  try {
    const { before = root } = options
    return await soakAt(own, options, (installation) =>
      before === root ? (random) => faultsOf(installation, own, random) : () => upgradeOf(installation, before),
    )
  } finally {
    await own.stop()
  }
}

type FaultsOf = (random: Random) => readonly Fault[]

async function soakAt(
  place: Place,
  options: SoakOptions,
  faultsAt: (installation: Installation) => FaultsOf,
): Promise<SoakReport> {
  const installation = await startInstallation(place, options.before)
  try {
    const random = randomOf(options.seed, 0)
    return await run(installation, options, faultsAt(installation)(random), random)
  } finally {
    await installation.close()
  }
}

async function run(
  installation: Installation,
  options: SoakOptions,
  faults: readonly Fault[],
  random: Random,
): Promise<SoakReport> {
  const { members, seconds, faultEvery, seed, before = root, onStep } = options
  const repeats = before === root && !options.place
  // As its own version makes them: this one may fill columns that are not there yet.
  const { makePeople } = (await import(join(before, 'bench/parts/people.ts'))) as typeof peopleOf
  const people = await makePeople(installation.database, members, 'man', 1_000_000)
  const origins = installation.fronts.map(({ network }) => `http://localhost:${network.port}`)
  const order = options.payments ? orders(installation) : undefined
  const open = people.map((person, n) => {
    const from = n - (n % group)
    const others = people.slice(from, from + group).filter((other) => other !== person)
    return openMember({ person, others, origins, random: randomOf(seed, n + 1), paceMs: options.paceMs, order })
  })
  const acknowledged = (): number => open.reduce((sum, member) => sum + member.acknowledged.messages.length, 0)
  let happened = 0
  try {
    const until = performance.now() + seconds * 1000
    while (happened < faults.length || (repeats && performance.now() < until)) {
      await pause(faultEvery * 1000)
      // First every fault once in order, then random faults.
      const fault = faults[happened] ?? random.pick(faults)
      onStep?.(fault.name, acknowledged())
      await fault.happen()
      happened += 1
    }
    await pause(faultEvery * 1000)
    const last = performance.now()
    const mostMs = options.payments ? settleMs.payments : settleMs.messages
    onStep?.('nobody begins anything more', acknowledged())
    const waiting = await unanswered(open, mostMs)
    onStep?.('everything was answered', acknowledged())
    await settled(installation, open, mostMs)
    const settledMs = Math.round(performance.now() - last)
    const sum = (of: (member: SoakMember) => number): number => open.reduce((total, member) => total + of(member), 0)
    return {
      faults: happened,
      messages: acknowledged(),
      orders: sum((member) => member.acknowledged.orders.length),
      likes: sum((member) => member.acknowledged.likes.size),
      repeats: sum((member) => member.repeats),
      settledMs,
      damage: [...waiting, ...(await findDamage(installation.database.db, open, installation.sandbox))],
    }
  } finally {
    for (const member of open) member.disconnect()
  }
}

/** Waits until all members have finished their actions. @returns those who could not, one sentence each */
async function unanswered(members: readonly SoakMember[], mostMs: number): Promise<string[]> {
  const waiting = new Set(members)
  const finished = Promise.all(members.map((member) => member.stop().then(() => waiting.delete(member))))
  await Promise.race([finished, pause(mostMs, undefined, { ref: false })])
  return [...waiting].map(({ person, doing }) => `${person.id} still waits for an answer to: ${doing}`)
}

/** Waits until the screens show all stored messages and no payment or event is open, or until the time is over. */
async function settled({ database }: Installation, members: readonly SoakMember[], mostMs: number): Promise<void> {
  for (const end = performance.now() + mostMs; performance.now() < end; await pause(500)) {
    const { stored, open } = await database.pool
      .query<{ stored: number; open: number }>(
        `select (select count(*) from messages) as stored,
           (select count(*) from outbox) + (select count(*) from payment_attempts where state in
             ('created', 'submitting', 'requires_action', 'processing', 'unknown')) as open`,
      )
      .then(({ rows }) => rows[0] ?? { stored: -1, open: -1 })
    const shown = members.reduce(
      (sum, { screen }) => sum + [...screen.values()].reduce((n, list) => n + list.length, 0),
      0,
    )
    // Each message is shown on two screens.
    if (shown === stored * 2 && open === 0) return
  }
}

/** Creates orders of message credits with a card, as the payment page does; one in five is declined. */
function orders({ sandbox }: Installation): (person: Person, orderKey: string) => Promise<object> {
  const cards = ['4111111111111111', '4111111111111111', '4111111111111111', '4111111111111111', '4100000000000126']
  let made = 0
  return ({ clickid }, orderKey) =>
    cardOrder(adyenSettings(sandbox), clickid, {
      rateplan: 'messages-60',
      prezzo_totale: '11.90',
      orderKey,
      number: cards[made++ % cards.length] ?? '',
    })
}
