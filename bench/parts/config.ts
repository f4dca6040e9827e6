import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { noConcierge, readPaymentSettings, type ServerConfig } from '#server/config.ts'

/** The build of the pages: that of this repository, or the one in WEB_BUILD_DIR. */
export const webBuild = process.env['WEB_BUILD_DIR'] ?? fileURLToPath(new URL('../../web/build', import.meta.url))

const standInBot = (origin: string): NonNullable<ServerConfig['telegram']> => ({
  shared: undefined,
  brands: new Map([['LOCAL', { token: '1:bench', apiUrl: `${origin}/telegram`, appUrl: origin }]]),
  variables: new Map(),
})

/** The settings of a production server without sample members; without providers and mail unless the environment names them. */
export const benchConfig = (databaseUrl: string, port: number): ServerConfig => ({
  mode: 'production',
  port,
  host: '127.0.0.1',
  dataDir: join(tmpdir(), 'incontro-bench'),
  databaseUrl,
  brokerUrl: process.env['BROKER_URL'],
  secretKey: 'b'.repeat(43),
  // Of a push service and of Telegram, which it also stands in for.
  sandboxUrl: process.env['STAND_IN'],
  ...(process.env['STAND_IN'] && { telegram: standInBot(process.env['STAND_IN']) }),
  smtpUrl: process.env['SMTP_URL'] ?? 'smtp://127.0.0.1:1',
  payments: readPaymentSettings(process.env),
  wallets: { frameOrigin: null },
  google: undefined,
  ageWallet: undefined,
  concierge: noConcierge,
  trustedProxies: (process.env['TRUSTED_PROXIES'] ?? '').split(',').filter(Boolean),
  logLevel: 'silent',
  roles: ['web', 'socket'],
})
