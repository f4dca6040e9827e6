import { join } from 'node:path'
import { openLog } from '../support/data-folder.mjs'
import { root } from '../support/paths.mjs'
import { startPostgres } from '../postgres.mjs'
import { print } from '../support/output.mjs'
import { startChild } from './child.mjs'
import { demoProviders } from './demo-providers.mjs'
import { recordChildren } from './orphans.mjs'
import { supervise } from './supervisor.mjs'

/** @typedef {{ server: string, sandbox: string }} Entries the entry files of the programs */

/** @type {Entries} */
export const ENTRIES = { server: join(root, 'server/src/main.ts'), sandbox: join(root, 'sandbox/src/main.ts') }

/**
 * Functions that start the programs of an installation and keep them running.
 * @param {import('./settings.mjs').Settings} settings @param {Entries} entries
 */
export function programs(settings, entries) {
  const { dataDir, production } = settings
  const appUrl = `http://localhost:${settings.port}`
  const sandboxUrl = `http://localhost:${settings.sandboxPort}`
  const smtpUrl = `smtp://127.0.0.1:${settings.smtpPort}`
  /** @type {Map<string, number>} */
  const pids = new Map()

  /** @param {string} name @param {Parameters<typeof startChild>[0]} options */
  function start(name, options) {
    const child = startChild(options)
    pids.set(name, child.pid)
    recordChildren(settings, [...pids.values()])
    return child
  }

  return {
    database: () =>
      supervise('The database', async () => {
        const { exited, stop, url, adopted } = await startPostgres({ dataDir, log: (line) => print(`${line} …`) })
        if (adopted) print('The database of the last run is still there: going on with it.')
        return { ended: exited, stop, url }
      }),

    sandbox: () =>
      supervise('The sandbox', async () => {
        const log = openLog(join(dataDir, 'logs/sandbox.log'))
        const env = {
          SANDBOX_PORT: String(settings.sandboxPort),
          SANDBOX_SMTP_PORT: String(settings.smtpPort),
          APP_URL: appUrl,
          DATA_DIR: dataDir,
        }
        return start('sandbox', { entry: entries.sandbox, env, stdout: log, stderr: log })
      }),

    /** @param {{ databaseUrl: () => string, secret: string, attach: (child: import('node:child_process').ChildProcess) => void }} options */
    server: ({ databaseUrl, secret, attach }) =>
      supervise('The server', async () => {
        const env = {
          NODE_ENV: 'production',
          MODE: production ? 'production' : 'demo',
          PORT: String(settings.port),
          HOST: settings.host,
          SHUTDOWN_TIMEOUT_SECONDS: String(settings.shutdownTimeoutMs / 1000),
          DATA_DIR: dataDir,
          DATABASE_URL: databaseUrl(),
          SECRET_KEY: secret,
          ...(production
            ? {}
            : { SANDBOX_URL: sandboxUrl, SMTP_URL: smtpUrl, ...(await demoProviders(sandboxUrl, process.env)) }),
        }
        const program = { entry: entries.server, args: settings.serverArgs, env }
        if (production) return start('server', { ...program, stdout: 'inherit', stderr: 'inherit' })
        return start('server', { ...program, stdout: 'pipe', stderr: 'pipe', onSpawn: attach })
      }),
  }
}
