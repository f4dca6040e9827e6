import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { movePoolByCommand } from '#server/commands/pool-move.ts'
import { loadBrands } from '#server/modules/brands/index.ts'
import { movePool } from '#server/pool-move/move.ts'
import { keysOfMoves } from '#server/shards/follow-moves.ts'
import { startThrowawayPostgres } from '../../tools/support/throwaway-postgres.mjs'
import { startCluster, type Node, type PatroniCluster } from './cluster.ts'
import type { Fault } from './faults.ts'
import { type Installation, root, secretKey } from './installation.ts'
import { soak, type SoakReport } from './soak.ts'
import type { Networks } from '../../tools/proof/network.mjs'

/** How long the database took no writes, by fault, in seconds. */
export type Recoveries = Readonly<Record<string, number>>

/** How long a broken part stays away after the others have taken over. */
const awayMs = 2000

/**
 * Kills, cuts off and stops the primary's node in the middle of sends and payments, and the broker's too. Runs in the
 * network of the servers, whose name is `…-servers`.
 */
export async function soakFailover(
  networks: Networks,
  options: {
    readonly members: number
    readonly paceMs: number
    readonly onStep?: (name: string, messages: number) => void
  },
): Promise<SoakReport & { readonly recoveries: Recoveries }> {
  const [cluster, target] = await Promise.all([startCluster(networks), startThrowawayPostgres()])
  const recoveries: Record<string, number> = {}
  try {
    await cluster.untilWritable('postgres', 60_000)
    const admin = new pg.Client({ connectionString: cluster.url('postgres') })
    await admin.connect()
    await admin.query(`create database incontro encoding 'UTF8' template template0`)
    await admin.end()
    await cluster.whole()
    const note = (name: string, seconds: number): void => {
      recoveries[name] = Math.round(seconds * 10) / 10
      options.onStep?.(`${name}: writes again after ${recoveries[name]} s`, 0)
    }
    const report = await soak({
      ...options,
      seconds: 0,
      faultEvery: 5,
      seed: 1,
      payments: true,
      place: {
        databaseUrl: cluster.url('incontro'),
        brokerUrl: cluster.brokerUrl,
        stop: () => Promise.resolve(),
        faults: (installation) => [
          ...faultsOf(cluster, note),
          moveOf(cluster, { installation, targetUrl: target.url, onLine: (line) => options.onStep?.(line, 0) }),
        ],
      },
    })
    return { ...report, recoveries }
  } catch (error) {
    options.onStep?.(cluster.logs(), 0)
    throw error
  } finally {
    await Promise.all([cluster.stop(), target.stop()])
  }
}

/**
 * The database moves to a server of its own, and the primary is killed while rows are copied, then in the pause: both
 * times members go on writing where they were, and the third time everything is moved.
 */
function moveOf(
  cluster: PatroniCluster,
  to: { readonly installation: Installation; readonly targetUrl: string; readonly onLine: (line: string) => void },
): Fault {
  const [sourceUrl, { targetUrl, onLine: print }] = [cluster.url('incontro'), to]
  const brands = loadBrands(join(root, 'brands'))
  const keys = keysOfMoves({ secretKey })
  const killedWhen = async (at: 'copied' | 'paused'): Promise<void> => {
    let isKilled = false
    const moved = movePool({
      pool: { id: 'local', brandIds: [], companies: [] },
      isSplit: false,
      sourceUrl,
      targetUrl,
      sealedPlace: '',
      print,
      checkLedger: () => Promise.resolve(0),
      onStep: async (step) => {
        if (step !== at) return
        cluster.signal(await cluster.primary(), 'KILL', '--full bin/postgres')
        isKilled = true
      },
    })
    const outcome = await moved.then(
      () => 'the move ended all the same',
      (error: unknown) => String(error),
    )
    print(`killed when ${at}: ${outcome}`)
    if (!isKilled || outcome === 'the move ended all the same') throw new Error(outcome)
    await cluster.untilWritable('incontro')
    await cluster.whole()
  }
  return {
    name: 'the primary is killed twice in the middle of a move of the database, which then ends',
    async happen() {
      await killedWhen('copied')
      await killedWhen('paused')
      const { ok, lines } = await movePoolByCommand(['--all', `--to=${targetUrl}`], {
        databaseUrl: sourceUrl,
        poolDatabases: new Map(),
        brands,
        keys,
        print,
      })
      if (!ok) throw new Error(lines.join('\n'))
      await to.installation.followTo(targetUrl)
    },
  }
}

function faultsOf(cluster: PatroniCluster, note: (name: string, seconds: number) => void): readonly Fault[] {
  const { networks, signal, startNode, startBroker } = cluster
  const ofPrimary = (name: string, break_: (node: Node) => void, mend: (node: Node) => void): Fault => ({
    name,
    async happen() {
      const node = await cluster.primary()
      break_(node)
      // A connection that was made before the fault does not count.
      await pause(100)
      note(name, (100 + (await cluster.untilWritable('incontro'))) / 1000)
      await pause(awayMs)
      mend(node)
      await cluster.whole()
    },
  })
  return [
    ofPrimary(
      'the primary is killed',
      (node) => signal(node, 'KILL', '--full bin/postgres'),
      () => undefined,
    ),
    ofPrimary('the primary’s machine is killed', (node) => signal(node, 'KILL'), startNode),
    ofPrimary(
      'the primary’s network is cut',
      (node) => networks.connect(node, false),
      (node) => networks.connect(node, true),
    ),
    ofPrimary(
      'the primary’s machine hangs',
      (node) => signal(node, 'STOP'),
      (node) => signal(node, 'CONT'),
    ),
    {
      name: 'the broker’s primary is killed',
      async happen() {
        const node = await cluster.brokerNode()
        signal(node, 'KILL', '--full valkey-server')
        const begun = performance.now()
        while ((await cluster.brokerNode()) === node) await pause(200)
        note('the broker’s primary is killed', (performance.now() - begun) / 1000)
        await pause(awayMs)
        startBroker(node)
      },
    },
  ]
}
