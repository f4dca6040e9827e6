import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../load/random.ts'
import { root, type Installation, type ownPlace } from './installation.ts'

/** A fault, which is over when the promise resolves. */
export interface Fault {
  readonly name: string
  readonly happen: () => Promise<void>
}

type OwnPlace = Awaited<ReturnType<typeof ownPlace>>

/** How long a part is down or a network is slow, in milliseconds. */
const awayMs = 1500
const slowMs = 400

/** All faults: each part killed with -9, each network cut, slow or half open. */
export function faultsOf(
  { fronts, worker }: Installation,
  { cluster, broker }: OwnPlace,
  random: Random,
): readonly Fault[] {
  const front = () => random.pick(fronts)
  return [
    { name: 'a web and socket process is killed', happen: () => front().replace() },
    { name: 'the worker is killed', happen: () => worker.replace() },
    { name: 'the database is killed', happen: () => cluster.crash() },
    {
      name: 'the broker is killed',
      async happen() {
        await broker.kill()
        await pause(awayMs)
        await broker.start()
      },
    },
    {
      name: 'the broker goes silent',
      async happen() {
        broker.freeze()
        await pause(awayMs)
        broker.thaw()
      },
    },
    { name: 'a network is cut', happen: async () => front().network.cut() },
    {
      name: 'a network is slow',
      async happen() {
        const { network } = front()
        network.delay(slowMs)
        await pause(awayMs)
        network.delay(0)
      },
    },
    { name: 'a network is half open', happen: async () => front().network.halfOpen() },
  ]
}

/**
 * An upgrade while members are there, and back: processes of both versions serve at once, first on the schema that the
 * first of the new ones made, at the end only old ones.
 */
export function upgradeOf({ fronts, worker }: Installation, before: string): readonly Fault[] {
  const to = (version: string, what: string): Fault[] =>
    [fronts[0], worker, fronts[1]].flatMap((part) =>
      part ? [{ name: `${part.name} becomes ${what}`, happen: () => part.replace(version) }] : [],
    )
  return [...to(root, 'this version'), ...to(before, 'the version before'), ...to(root, 'this version again')]
}
