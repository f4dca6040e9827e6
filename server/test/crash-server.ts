import { createContext } from '../src/context.ts'
import { readServerConfig } from '../src/config.ts'
import { openDatabase } from '../src/platform/database.ts'
import { runJobs } from '../src/platform/jobs.ts'
import { createLog } from '../src/platform/log.ts'
import { migrate } from '../src/platform/migrate.ts'
import { relayOutbox } from '../src/platform/outbox.ts'

/*
 * The server of src/main.ts for the crash test, in production mode but for two things: no pages, so that the web need not be built,
 * and the sample brands of the repository, which main.ts refuses to serve.
 */
const config = readServerConfig(process.env)
const log = createLog(config.logLevel)
const health = { ready: false }
await migrate(config.databaseUrl)
const context = await createContext({ config, log, health, limitFactor: 1000 })
await context.load()
await context.keys.rotate()
await context.openSockets()
const jobDatabase = openDatabase(config.databaseUrl, 8)
await runJobs({ pool: jobDatabase.pool, ...context.jobs, log })
relayOutbox({ pool: jobDatabase.pool, log, receive: context.receive })
await context.app.listen({ port: config.port, host: config.host })
health.ready = true
