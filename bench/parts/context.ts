import { createContext, type Context } from '#server/context.ts'
import type { ServerConfig } from '#server/config.ts'
import { createLog } from '#server/platform/process/log.ts'
import { benchConfig } from './config.ts'

/** The server of a benchmark without a port, for requests in process; nothing limits them. */
export async function openBenchContext(url: string, changes: Partial<ServerConfig> = {}): Promise<Context> {
  const context = await createContext({
    servesLocalhost: true,
    config: { ...benchConfig(url, 0), ...changes },
    log: createLog('silent'),
    health: { ready: true },
    limitFactor: 1e6,
  })
  await context.load()
  await context.app.ready()
  return context
}
