import { noConcierge } from '#src/config.ts'
import { createContext } from '#src/context.ts'
import { createLog } from '#platform/process/log.ts'

/** What tests read of it; the rest is described by the OpenAPI specification. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>
}

/** The OpenAPI document as the server publishes it at /api/docs/openapi.json. Needs no database. */
export async function openapiDocument(): Promise<OpenApiDocument> {
  const context = await createContext({
    config: {
      mode: 'production',
      port: 0,
      host: 'localhost',
      dataDir: '/nonexistent',
      databaseUrl: 'postgres://nobody@localhost:1/none',
      brokerUrl: undefined,
      secretKey: 'x'.repeat(43),
      sandboxUrl: undefined,
      smtpUrl: 'smtp://localhost:1',
      payments: {},
      wallets: { frameOrigin: null },
      google: undefined,
      ageWallet: undefined,
      concierge: noConcierge,
      trustedProxies: [],
      logLevel: 'silent',
      roles: ['web'],
    },
    log: createLog('silent'),
    health: { ready: false },
  })
  await context.app.ready()
  const document = context.app.swagger() as unknown as OpenApiDocument
  await context.close()
  return document
}
