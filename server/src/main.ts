import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { createContext } from './context.ts'
import { assertFitForProduction } from './production-guard.ts'
import { readServerConfig, type ServerConfig } from './config.ts'
import { ConfigError } from './platform/config.ts'
import { requireDatabase, requireTables } from './platform/database-check.ts'
import { openDatabase } from './platform/database.ts'
import { runJobs } from './platform/jobs.ts'
import { createLog } from './platform/log.ts'
import { migrate } from './platform/migrate.ts'
import { relayOutbox } from './platform/outbox.ts'

const config = configOrExit()
const log = createLog(config.logLevel)
const health = { ready: false }

await requireDatabase(config.databaseUrl).catch(giveUp)
await migrate(config.databaseUrl).catch(giveUp)
await requireTables(config.databaseUrl).catch(giveUp)
// Where the link leads now: a build made while this process runs is switched to by the next one.
const webBuild = realpathSync(resolve(import.meta.dirname, '../../web/build'))
const context = await createContext({ config, log, health, webBuild })
if (config.mode === 'production') await assertFitForProduction(context).catch(giveUp)
await context.load()
await context.keys.rotate()

const sockets = config.roles.includes('socket') ? await context.openSockets() : undefined
const jobDatabase = openDatabase(config.databaseUrl, 8)
const runner = config.roles.includes('worker')
  ? await runJobs({ pool: jobDatabase.pool, ...context.jobs, log })
  : undefined
const relay = config.roles.includes('worker')
  ? relayOutbox({ pool: jobDatabase.pool, log, receive: context.receive })
  : undefined
await context.app.listen({ port: config.port, host: config.host }).catch(giveUp)
health.ready = true
printLogins()

let stopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())

/** No new traffic, sockets told, running jobs finished, then the database let go. */
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  health.ready = false
  await sockets?.close()
  await relay?.stop()
  await runner?.stop()
  await context.close()
  await jobDatabase.close()
  process.exit(0)
}

function configOrExit(): ServerConfig {
  try {
    return readServerConfig(process.env, process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

function giveUp(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}

function printLogins(): void {
  for (const login of context.demo?.logins('local') ?? [])
    console.log(`Sign in as ${login.email} with ${login.password}`)
}
