import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerConfig } from '../../server/src/config.ts'

/** Settings of a production server without providers, mail and samples. */
export const benchConfig = (databaseUrl: string, port: number): ServerConfig => ({
  mode: 'production',
  port,
  host: '127.0.0.1',
  dataDir: join(tmpdir(), 'incontro-bench'),
  databaseUrl,
  brokerUrl: undefined,
  secretKey: 'b'.repeat(43),
  sandboxUrl: undefined,
  smtpUrl: 'smtp://127.0.0.1:1',
  payments: {},
  google: undefined,
  trustedProxies: [],
  logLevel: 'silent',
  roles: ['web', 'socket'],
  renderThreads: Math.min(4, availableParallelism() - 1),
})
