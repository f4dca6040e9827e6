import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox, type RunningSandbox } from '../../sandbox/src/testing/start-sandbox.ts'
import { createGeo } from '#server/modules/geo/index.ts'
import { openDatabase, type DatabaseHandle } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { adyenVariables } from '#test/support/card-order.ts'
import { startProcess, type TestProcess } from '#test/support/processes.ts'
import { startRedis, type TestRedis } from '#test/support/redis.ts'
import { startThrowawayPostgres } from '../../tools/support/throwaway-postgres.mjs'
import { openNetwork, type Network } from './network.ts'

type Cluster = Awaited<ReturnType<typeof startThrowawayPostgres>>

/** A server process that can be killed and is then started again on the same port. */
export interface Part {
  readonly name: string
  /** Kills the process with SIGKILL and starts a new one immediately. */
  replace(): Promise<void>
}

/** A process that serves browsers. */
export interface Front extends Part {
  readonly network: Network
}

/**
 * An installation whose processes can be killed at any time: two for browsers, a worker, the broker and the database.
 */
export interface Installation {
  readonly fronts: readonly Front[]
  readonly worker: Part
  readonly broker: TestRedis
  readonly cluster: Cluster
  readonly sandbox: RunningSandbox
  /** The soak test's own connections, which are lost when the database is killed and opened again afterwards. */
  readonly database: DatabaseHandle
  close(): Promise<void>
}

const processRoles = { front: 'web,socket', worker: 'worker' }

export async function startInstallation(): Promise<Installation> {
  // Writes are durable as in a real installation: acknowledged data has to exist after a kill.
  const [cluster, broker] = await Promise.all([startThrowawayPostgres({ fast: false }), startRedis()])
  await migrate(cluster.url)
  const database = openDatabase(cluster.url, { size: 4, statementMs: 60_000 })
  await createGeo(database).load()
  const dataDir = mkdtempSync(join(tmpdir(), 'incontro-soak-'))

  // Payment providers post to the first of the two, so its network is opened before it starts.
  const networks = [await openNetwork(0), await openNetwork(0)]
  const sandbox = await startSandbox({
    appUrl: `http://localhost:${networks[0]?.port}`,
    webhookBackoffMs: [500, 2000, 5000],
  })
  const config = {
    mode: 'production',
    dataDir,
    databaseUrl: cluster.url,
    brokerUrl: broker.url,
    secretKey: 's'.repeat(43),
    smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}`,
  } as const
  const env = adyenVariables(adyenSettings(sandbox))
  const running = new Set<TestProcess>()

  async function start(roles: string): Promise<TestProcess> {
    const process = await startProcess(config, { roles, env })
    running.add(process)
    return process
  }
  async function part(name: string, roles: string, started: (process: TestProcess) => void): Promise<Part> {
    let current = await start(roles)
    started(current)
    return {
      name,
      async replace() {
        await current.kill()
        running.delete(current)
        current = await start(roles)
        started(current)
      },
    }
  }

  const [fronts, worker] = await Promise.all([
    Promise.all(
      networks.map(async (network, n): Promise<Front> => {
        const name = `web and socket process ${n + 1}`
        const front = await part(name, processRoles.front, ({ url }) => network.leadTo(Number(new URL(url).port)))
        return { ...front, network }
      }),
    ),
    part('worker', processRoles.worker, () => undefined),
  ])
  return {
    fronts,
    worker,
    broker,
    cluster,
    sandbox,
    database,
    async close() {
      await Promise.all([...running].map((process) => process.kill()))
      await Promise.all([...networks.map((network) => network.close()), broker.kill(), sandbox.close()])
      await database.close()
      await cluster.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The adapter's settings for the stand-in of the card processor. */
export const adyenSettings = ({ origin }: RunningSandbox) => ({
  baseUrl: `${origin}/adyen/checkout/v72`,
  shopperBaseUrl: `${origin}/adyen/checkoutshopper`,
  apiKey: 'sandbox-adyen-api-key',
  clientKey: 'test_SANDBOXCLIENTKEY',
  merchantAccount: 'IncontroSandboxECOM',
  hmacKey: '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056',
  webhookUser: 'sandbox-adyen',
  webhookPassword: 'sandbox-adyen-webhooks',
})
