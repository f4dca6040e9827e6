// A server in a separate process for the benchmarks: everything except for the demo. It has the pages of the build that
// WEB_BUILD names, the outbox if OUTBOX is set, and the jobs if JOBS is set.
import { flushCompileCache } from 'node:module'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createContext } from '#server/context.ts'
import { listen } from '#server/platform/http/listen.ts'
import { createLog } from '#server/platform/process/log.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { runJobs } from '#server/platform/jobs/jobs.ts'
import { relayOutbox } from '#server/platform/jobs/outbox.ts'
import { benchConfig } from './config.ts'

const config = benchConfig(process.env['DATABASE_URL'] ?? '', Number(process.env['PORT']))
const context = await createContext({
  servesLocalhost: true,
  config,
  log: createLog('silent'),
  health: { ready: true },
  limitFactor: Number(process.env['LIMIT_FACTOR'] ?? 1e6),
  webBuild: process.env['WEB_BUILD'],
})
await context.load()
context.openSockets()
if (process.env['OUTBOX'] !== undefined)
  relayOutbox({ pool: context.database.pool, log: createLog('error'), receive: context.receive })
// As `startServer` runs them.
if (process.env['JOBS'] !== undefined)
  await runJobs({
    pool: openDatabase(config.databaseUrl, { size: 20, statementMs: 60_000 }).pool,
    ...context.jobs,
    log: createLog('error'),
  })
await listen(context.app, { port: config.port, host: '127.0.0.1' })
// The server program does this too once it is ready.
flushCompileCache()
const delay = monitorEventLoopDelay({ resolution: 10 })
process.on('message', (message) => {
  // The delay of the event loop since the last request, in milliseconds.
  if (message === 'delay') {
    delay.disable()
    process.send?.({ p99: delay.percentile(99) / 1e6 - 10, max: delay.max / 1e6 - 10 })
    delay.reset()
    delay.enable()
  }
  if (message === 'memory') {
    globalThis.gc?.()
    process.send?.({ rss: process.memoryUsage().rss })
  }
})
process.send?.('ready')
