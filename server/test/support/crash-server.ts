import { flushCompileCache } from 'node:module'
import { readServerConfig } from '#src/config.ts'
import { createLog, logNodeWarnings } from '#platform/process/log.ts'
import { migrate } from '#platform/database/migrate.ts'
import { startServer } from '#src/server.ts'

/*
 * The server of src/main.ts for tests of faults and of several processes, in production mode but for two things: no pages, so
 * that the web need not be built, and the sample brands of the repository, which main.ts refuses to serve.
 */
const config = readServerConfig(process.env, process.argv.slice(2))
const log = createLog(config.logLevel)
logNodeWarnings(log)
const server = await startServer({ config, log, limitFactor: 1000, servesLocalhost: true, prepare: migrate })
flushCompileCache()
process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)))
