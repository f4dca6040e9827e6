// The WAL for each sign of life of members who are online for some minutes, relative to writing it into the list and
// the member's row.
import { sql } from 'kysely'
import { createGeo } from '#server/modules/geo/index.ts'
import { endPresence, recordPresence } from '#server/modules/members/index.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { fillCountry } from './parts/area.ts'
import { report } from './parts/measure.ts'

const members = Number(process.argv[2] ?? 100_000)
const here = Number(process.argv[3] ?? 20_000)
const minutes = Number(process.argv[4] ?? 3)
const url = process.env['DATABASE_URL'] ?? ''
await migrate(url)
const database = openDatabase(url, { size: 1, statementMs: 600_000 })
const { db, pool } = database
await createGeo(database).load()
await fillCountry(db, members)
const { rows } = await pool.query<{ member_id: string }>(
  'select member_id from discovery_entries order by random() limit $1',
  [here],
)
const ids = rows.map((row) => row.member_id)
const tables = ['discovery_entries', 'members', 'member_presence']

interface Written {
  readonly updates: number
  readonly hot: number
  readonly indexBytes: number
}
/** The write counts of the three tables and the position in the write-ahead log. */
async function look(): Promise<{ wal: number; tables: Record<string, Written> }> {
  await pool.query('select pg_stat_force_next_flush()')
  const { rows: found } = await pool.query<Written & { name: string }>(
    `select relname as name, n_tup_upd::bigint as updates, n_tup_hot_upd::bigint as hot, pg_indexes_size(relid) as "indexBytes"
     from pg_stat_user_tables where relname = any($1)`,
    [tables],
  )
  const { rows: log } = await pool.query<{ wal: number }>(
    "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint as wal",
  )
  return { wal: log[0]?.wal ?? 0, tables: Object.fromEntries(found.map(({ name, ...written }) => [name, written])) }
}
async function during(work: () => Promise<void>) {
  await pool.query('vacuum analyze discovery_entries, members')
  await pool.query('checkpoint')
  const before = await look()
  const from = performance.now()
  await work()
  const ms = performance.now() - from
  const after = await look()
  const change = Object.fromEntries(
    tables.map((name) => {
      const [old, now] = [before.tables[name], after.tables[name]]
      const updates = (now?.updates ?? 0) - (old?.updates ?? 0)
      const hot = (now?.hot ?? 0) - (old?.hot ?? 0)
      const growth = (now?.indexBytes ?? 0) / Math.max(1, old?.indexBytes ?? 0) - 1
      return [
        name,
        {
          updates,
          hot: updates === 0 ? 1 : Number((hot / updates).toFixed(3)),
          indexGrowth: Number(growth.toFixed(3)),
        },
      ]
    }),
  )
  return { walBytes: Math.round((after.wal - before.wal) / (here * minutes)), ms: Math.round(ms), change }
}

const start = Date.now()
const at = (minute: number): Date => new Date(start + minute * 60_000)
async function eachMinute(signs: (some: readonly string[], now: Date) => Promise<unknown>): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) await signs(ids, at(minute))
}
const arriving = await during(() => recordPresence(db, ids, at(-1)))
const staying = await during(() => eachMinute((some, now) => recordPresence(db, some, now)))
const leaving = await during(() => endPresence(db, at(minutes + 10)))
const everyTime = await during(() =>
  eachMinute(async (some, now) => {
    await sql`update discovery_entries set active_at = ${now} where member_id = any(${[...some]}::uuid[])`.execute(db)
    await sql`update members set last_active_at = ${now} where id = any(${[...some]}::uuid[])`.execute(db)
  }),
)
await database.close()
const once = { arriving, leaving }
report('presence', 'bytes of WAL a sign of life', 'ratio <= 0.15', {
  value: staying.walBytes,
  yardstick: everyTime.walBytes,
  ratio: Number((staying.walBytes / everyTime.walBytes).toPrecision(3)),
  members,
  here,
  minutes,
  staying,
  everyTime,
  ...once,
})
process.exit(0)
