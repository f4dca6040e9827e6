import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { accountFor } from '../../../tools/postgres/account.mjs'
import { freePort } from './free-port.ts'

export interface TestPooler {
  /** Of the database, by way of it. */
  readonly url: string
  /** Whether this version can support prepared statements: 1.21 or later. */
  readonly canPrepare: boolean
  /** Its connections to PostgreSQL and to clients. */
  connections(): Promise<{ readonly servers: number; readonly clients: number }>
  kill(): Promise<void>
  /** Restarts it on the same port. */
  start(): Promise<void>
  close(): Promise<void>
}

/** The settings that docs/operations.md gives operators, line by line. */
function documented(): readonly string[] {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8')
  const [, block] = /^## PgBouncer\n[^]*?^```ini\n([^]*?)\n```$/m.exec(text) ?? []
  if (block === undefined) throw new Error('docs/operations.md no longer has settings for PgBouncer')
  return block.split('\n')
}

/**
 * Starts Debian's PgBouncer with the documented settings, but for where it is and the size of its pool. `npm test`
 * makes sure that it is installed.
 */
export async function startPgBouncer(
  databaseUrl: string,
  { poolSize = 2, withSettings = true }: { readonly poolSize?: number; readonly withSettings?: boolean } = {},
): Promise<TestPooler> {
  const program = process.env['PGBOUNCER'] ?? '/usr/sbin/pgbouncer'
  const [, major = 0, minor = 0] =
    /PgBouncer (\d+)\.(\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' })) ?? []
  const canPrepare = Number(major) > 1 || Number(minor) >= 21
  const folder = mkdtempSync(join(tmpdir(), 'incontro-pgbouncer-'))
  // It does not run as root.
  const account = accountFor(folder)
  const port = await freePort()
  const target = new URL(databaseUrl)
  const name = target.pathname.slice(1)
  const password = decodeURIComponent(target.password)
  const place = [
    `listen_addr = 127.0.0.1`,
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${join(folder, 'users.txt')}`,
    `admin_users = ${target.username}`,
  ]
  const files = {
    'users.txt': `"${target.username}" "${password}"\n`,
    'pgbouncer.ini': documented()
      .flatMap((line) => {
        const [, connectQuery] = /^incontro = host=127\.0\.0\.1 dbname=incontro( connect_query='.*')$/.exec(line) ?? []
        if (connectQuery !== undefined)
          return `${name} = host=${target.hostname} port=${target.port} dbname=${name}${withSettings ? connectQuery : ''}`
        if (/^default_pool_size = \d+$/.test(line)) return `default_pool_size = ${poolSize}`
        // “From version 1.21 on”: an older one knows no such setting.
        if (/^max_prepared_statements = \d+$/.test(line) && !canPrepare) return []
        return line === '[pgbouncer]' ? [line, ...place] : line
      })
      .join('\n'),
  }
  for (const [file, text] of Object.entries(files)) {
    writeFileSync(join(folder, file), text, { mode: 0o600 })
    if (account) chownSync(join(folder, file), account.uid, account.gid)
  }
  if (account) chownSync(folder, account.uid, account.gid)
  const url = `postgres://${target.username}:${target.password}@127.0.0.1:${port}/${name}`
  const console = new URL(url)
  console.pathname = '/pgbouncer'
  let running: ChildProcess | undefined

  const ask = async (sql: string) => {
    const client = new pg.Client({ connectionString: console.href })
    // An error while a query runs also rejects that query.
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
  const pooler: TestPooler = {
    url,
    canPrepare,
    connections: async () => {
      const own = ({ database }: { database: string }): boolean => database === name
      return {
        servers: (await ask('show servers')).filter(own).length,
        clients: (await ask('show clients')).filter(own).length,
      }
    },
    async start() {
      const child = spawn(program, ['-q', join(folder, 'pgbouncer.ini')], { ...account, cwd: '/', stdio: 'ignore' })
      running = child
      const failed = once(child, 'exit').then(() => {
        throw new Error('PgBouncer did not start')
      })
      // A later exit is a test's.
      failed.catch(() => undefined)
      const answers = async (): Promise<void> => {
        for (const end = Date.now() + 5000; Date.now() < end; await sleep(20)) {
          // It is not listening yet.
          const version = await ask('show version').catch(() => undefined)
          if (version) return
        }
        throw new Error('PgBouncer does not answer')
      }
      await Promise.race([failed, answers()])
    },
    async kill() {
      const child = running
      running = undefined
      if (!child || child.exitCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    async close() {
      await pooler.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await pooler.start()
  return pooler
}
