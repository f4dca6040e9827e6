import { createContext } from '#src/context.ts'
import type { ServerConfig } from '#src/config.ts'
import { openDatabase } from '#platform/database/database.ts'
import { runJobs } from '#platform/jobs/jobs.ts'
import { relayOutbox } from '#platform/jobs/outbox.ts'
import { createLog } from '#platform/process/log.ts'
import { checkedInBrands, checkedInFlows } from './brands-folder.ts'

/** What a worker of tests is given when it starts. */
export interface WorkerOrder {
  readonly config: ServerConfig
  /** How far its clock is ahead, in milliseconds. */
  readonly aheadMs: number
}

/* A worker with a test server's configuration, sandbox included, for tests that kill it: it takes a dead one's jobs over soon. */

process.once('message', (order) => void work(order as WorkerOrder))

async function work({ config, aheadMs }: WorkerOrder): Promise<void> {
  const log = createLog('silent')
  const context = await createContext({
    config,
    log,
    health: { ready: true },
    servesLocalhost: true,
    brands: checkedInBrands(),
    flows: checkedInFlows(),
    clock: () => new Date(Date.now() + aheadMs),
  })
  await context.load()
  const { pool } = openDatabase(config.databaseUrl, { size: 12 })
  relayOutbox({ pool, log, receive: context.receive })
  await runJobs({ pool, ...context.jobs, crontab: [], log, times: { beatMs: 100, deadAfterMs: 1000 } })
  process.send?.('ready')
}
