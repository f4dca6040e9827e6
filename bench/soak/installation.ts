import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox, type RunningSandbox } from '../../sandbox/src/testing/start-sandbox.ts'
import type * as geo from '#server/modules/geo/index.ts'
import type * as databases from '#server/platform/database/database.ts'
import { openDatabase, type DatabaseHandle } from '#server/platform/database/database.ts'
import type * as migrations from '#server/platform/database/migrate.ts'
import { adyenVariables } from '#test/support/card-order.ts'
import { startProcess, type TestProcess } from '#test/support/processes.ts'
import { startRedis } from '#test/support/redis.ts'
import { startThrowawayPostgres } from '../../tools/support/throwaway-postgres.mjs'
import { openNetwork, type Network } from './network.ts'

/** Where an installation keeps what its processes share. */
export interface Place {
  readonly databaseUrl: string
  readonly brokerUrl: string
  stop(): Promise<void>
}

/** A server process that can be killed and is then started again on the same port. */
export interface Part {
  readonly name: string
  /** Kills the process with SIGKILL and starts a new one immediately, of the same version or of that in a folder. */
  replace(version?: string): Promise<void>
}

/** A process that serves browsers. */
export interface Front extends Part {
  readonly network: Network
}

/** An installation whose processes can be killed at any time: two for browsers, and a worker. */
export interface Installation {
  readonly fronts: readonly Front[]
  readonly worker: Part
  readonly sandbox: RunningSandbox
  /** The soak test's own connections, which are lost when the database is killed and opened again afterwards. */
  readonly database: DatabaseHandle
  /** Where the processes find the database after it was moved. */
  followTo(databaseUrl: string): Promise<void>
  close(): Promise<void>
}

/** The folder of this version. */
export const root = join(import.meta.dirname, '../..')

export const secretKey = 's'.repeat(43)

const processRoles = { front: 'web,socket', worker: 'worker' }

/** A database and a broker of this machine, which can be killed too. */
export async function ownPlace() {
  // Writes are durable as in a real installation: acknowledged data has to exist after a kill.
  const [cluster, broker] = await Promise.all([startThrowawayPostgres({ fast: false }), startRedis()])
  return {
    cluster,
    broker,
    databaseUrl: cluster.url,
    brokerUrl: broker.url,
    async stop() {
      await Promise.all([broker.kill(), cluster.stop()])
    },
  }
}

/** @param version the folder of the version that it begins with */
export async function startInstallation(place: Place, version = root): Promise<Installation> {
  let database = openDatabase(place.databaseUrl, { size: 4, statementMs: 60_000 })
  await prepareDatabase(version, place.databaseUrl)
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
    databaseUrl: place.databaseUrl,
    brokerUrl: place.brokerUrl,
    secretKey,
    smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}`,
  } as const
  const env = adyenVariables(adyenSettings(sandbox))
  const running = new Set<TestProcess>()

  async function start(roles: string, folder: string): Promise<TestProcess> {
    const process = await startProcess(config, { roles, env, version: folder })
    running.add(process)
    return process
  }
  async function part(name: string, roles: string, started: (process: TestProcess) => void): Promise<Part> {
    let folder = version
    let current = await start(roles, folder)
    started(current)
    return {
      name,
      async replace(next = folder) {
        folder = next
        await current.kill()
        running.delete(current)
        current = await start(roles, folder)
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
    sandbox,
    get database() {
      return database
    },
    async followTo(databaseUrl) {
      await database.close()
      database = openDatabase(databaseUrl, { size: 4, statementMs: 60_000 })
    },
    async close() {
      await Promise.all([...running].map((process) => process.kill()))
      await Promise.all([...networks.map((network) => network.close()), sandbox.close()])
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Tables and geography as that version makes them. */
async function prepareDatabase(version: string, url: string): Promise<void> {
  type Version = [typeof migrations, typeof geo, typeof databases]
  const files = ['platform/database/migrate.ts', 'modules/geo/index.ts', 'platform/database/database.ts']
  const imported = await Promise.all(files.map((file) => import(join(version, 'server/src', file))))
  const [{ migrate }, { createGeo }, { openDatabase: open }] = imported as Version
  await migrate(url)
  const database = open(url, { size: 1, statementMs: 60_000 })
  await createGeo(database).load()
  await database.close()
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
