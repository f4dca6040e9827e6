import { realpathSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { assertFitForProduction, assertMailIsDelivered } from '#app/production-guard.ts'
import { assertProductionSettings } from '#app/production-settings.ts'
import { readServerConfig, type ServerConfig } from './config.ts'
import { ConfigError } from '#platform/config.ts'
import { requireDatabase, requireTables } from '#platform/database/database-check.ts'
import { logCalls } from '#platform/process/calls.ts'
import { createLog, logNodeWarnings } from '#platform/process/log.ts'
import { startTracing } from '#platform/process/tracing.ts'
import { migrate } from '#platform/database/migrate.ts'
import { sampleLogins } from '#modules/staff/index.ts'
import { startServer } from './server.ts'

const isProduction = process.env['MODE'] !== 'demo'
const config = configOrExit()
const log = createLog(config.logLevel)
if (isProduction) logNodeWarnings(log)
logCalls(log)

if (config.mode === 'production') await assertMailIsDelivered(config).catch(giveUp)
const endTracing = config.tracing && (await startTracing(config.tracing))
// Resolved once: a build made while this process runs is only used by the next one.
const webBuild = realpathSync(resolve(import.meta.dirname, '../../web/build'))
const server = await startServer({
  config,
  log,
  webBuild,
  async prepare(url) {
    await requireDatabase(url)
    await migrate(url, { log })
    await requireTables(url)
  },
  // The launcher starts it again.
  onPoolLeft: () => void stop(),
  ...(config.mode === 'production' ? { mustBeFit: assertFitForProduction } : {}),
}).catch(giveUp)
// By default it is written at exit, which a killed process never reaches.
flushCompileCache()
printLogins()

let stopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())

async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  await server.stop()
  // A collector that is away keeps no server from stopping.
  await endTracing?.().catch((error: unknown) => log.warn({ err: error }, 'the last traces were not sent'))
  process.exit(0)
}

function configOrExit(): ServerConfig {
  try {
    const config = readServerConfig(process.env, process.argv.slice(2))
    if (config.mode === 'production') assertProductionSettings(config)
    return config
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    giveUp(error)
  }
}

function giveUp(error: unknown): never {
  const sentence = error instanceof Error ? error.message : String(error)
  // A real installation's log is read by programs, as JSON lines; a demo's output by a person.
  if (isProduction) createLog('fatal').fatal(sentence)
  else console.error(sentence)
  process.exit(1)
}

function printLogins(): void {
  for (const login of server.context.demo?.logins('local') ?? [])
    console.log(`Sign in as ${login.email} with ${login.password}`)
  const { console: address } = server.context
  if (!server.context.demo || !address) return
  const [first] = sampleLogins
  const people = sampleLogins.map(({ email }) => email).join(', ')
  console.log(`The console of the staff is at ${address.origin}: ${people}, each with ${first?.password}`)
}
