// What a database for each pool costs an idle installation: memory of the process, connections and memory of PostgreSQL,
// time to start. `npm run bench -- pools` prints the table of docs/scale.md.
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { createGeo } from '#server/modules/geo/index.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { ensureWebBuilt } from '../tools/support/web-build.mjs'
import { forkProgram } from './parts/fork.ts'

const most = 20
const mebibyte = 1024 * 1024
const url = process.env['DATABASE_URL'] ?? ''
const databaseOf = (name: string): string => url.replace(/\/[^/]*$/, `/${name}`)
const admin = new pg.Client({ connectionString: databaseOf('postgres') })
await admin.connect()
const names = Array.from({ length: most }, (_, n) => `pool${n}`)
for (const [n, name] of names.entries()) {
  await admin.query(`create database ${name}${n === 0 ? '' : ' template pool0'}`)
  if (n > 0) continue
  await migrate(databaseOf(name))
  const database = openDatabase(databaseOf(name), { size: 1 })
  await createGeo(database).load()
  await database.close()
}
if (process.env['WEB_BUILD_DIR'] === undefined) await ensureWebBuilt()

/** Memory that only these processes have, and their part of what they share, in mebibytes. */
function memoryOf(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) => {
    try {
      const [, pss = '0'] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
      return Number(pss)
    } catch (error) {
      // An idle connection was closed in between.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
      throw error
    }
  })
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024
}

async function measure(pools: number, isEach: boolean): Promise<void> {
  const server = await forkProgram('serve-pools.ts', { POOLS: String(pools), ...(isEach ? { EACH: 'yes' } : {}) })
  // Idle connections are closed after 30 s.
  await new Promise((resolve) => setTimeout(resolve, 40_000))
  const { rss, startMs } = await server.ask<{ rss: number; startMs: number }>('memory')
  const { rows } = await admin.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname like 'pool%' and backend_type = 'client backend'`,
  )
  console.log(
    `| ${pools} | ${isEach ? 'each its own' : 'one'} | ${Math.round(rss / mebibyte)} MiB | ${rows.length} | ${Math.round(memoryOf(rows.map(({ pid }) => pid)))} MiB | ${(startMs / 1000).toFixed(1)} s |`,
  )
  await server.stop()
}

console.log('| pools | databases | process | connections | their memory | start |')
for (const [pools, isEach] of [
  [1, false],
  [most / 4, false],
  [most / 4, true],
  [most, false],
  [most, true],
] as const)
  await measure(pools, isEach)
await admin.end()
