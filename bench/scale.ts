// The time of every kind of statement that the tests sent, on a database of N members, relative to reading as many rows
// by a plain index.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { loadGeography } from '#server/modules/geo/load.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { growing, readCollected } from '#test/statements/collected.ts'
import { exceptionFor } from '#test/statements/exceptions.ts'
import { StatementLook, type Measured } from '#test/statements/look.ts'
import { settingsFor, thisMachine } from '../tools/postgres/machine.mjs'
import { INITIAL_SETTINGS } from '../tools/postgres/settings.mjs'
import { loadMembers } from './load/load.ts'
import { median, quantile } from './parts/measure.ts'

const usage = `npm run bench -- scale [--members=N] [--database=URL] [--statements=FOLDER]
  --members     so many are loaded first; 20000
  --database    a database that npm run load filled, instead
  --statements  what tests collected under TEST_STATEMENTS_DIR; without it those of the last whole npm test`

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { members: { ...text, default: '20000' }, database: text, statements: text } })
const { texts: kinds } = readCollected(values.statements ?? join(import.meta.dirname, '../.cache/statements'))
if (kinds.size === 0) {
  console.error(
    'No statements were collected: run npm test first, without arguments, or name a folder by --statements.',
  )
  process.exit(2)
}
if (!/^[1-9]\d{0,8}$/.test(values.members)) {
  console.error(usage)
  process.exit(2)
}
const url = values.database ?? process.env['DATABASE_URL'] ?? ''
await migrate(url)
if (values.database === undefined) {
  const database = openDatabase(url, { size: 1 })
  await loadGeography(database.db)
  await database.close()
  await loadMembers({
    url,
    members: Number(values.members),
    brandsDir: join(import.meta.dirname, '../brands'),
    passwordHash: 'none',
    now: new Date(),
  })
}

const times = 30
const client = new pg.Client({ connectionString: url })
await client.connect()
const look = new StatementLook(client, await growing(client))
await look.prepare({ ...INITIAL_SETTINGS, ...settingsFor(thisMachine()) })

/** The time to read this many rows by the key of a large table, which is a lower bound for every statement. */
const bare = new Map<number, number>()
async function bareMilliseconds(rows: number): Promise<number> {
  const size = 2 ** Math.ceil(Math.log2(Math.max(1, rows)))
  const known = bare.get(size)
  if (known !== undefined) return known
  const { milliseconds } = await look.measure(
    `select member_id from inbox where member_id > '00000000-0000-4000-8000-000000000000' order by member_id limit ${size}`,
    times,
  )
  bare.set(size, median(milliseconds))
  return median(milliseconds)
}

interface Row {
  readonly kind: string
  readonly seen: Measured
  readonly p50: number
  readonly p99: number
  readonly ratio: number
}
const rows: Row[] = []
const failed: string[] = []
for (const [kind, statement] of kinds) {
  try {
    const seen = await look.measure(statement, times)
    const p50 = median(seen.milliseconds)
    const p99 = quantile(seen.milliseconds, 0.99)
    rows.push({ kind, seen, p50, p99, ratio: p50 / (await bareMilliseconds(seen.returned)) })
  } catch (error) {
    failed.push(`${error instanceof Error ? error.message : String(error)}: ${kind.slice(0, 90)}`)
  }
}
await client.end()

const cell = (value: number, width: number): string =>
  (value >= 100 ? value.toFixed(0) : value.toPrecision(2)).padStart(width)
console.log('   read  returned  read÷ret.  pages   p50 ms   p99 ms   ÷ bare  statement')
for (const { kind, seen, p50, p99, ratio } of rows.toSorted((a, b) => b.p50 - a.p50)) {
  const { read, returned, buffers } = seen
  const share = read / Math.max(1, returned)
  console.log(
    `${String(read).padStart(7)} ${String(returned).padStart(9)} ${cell(share, 10)} ${String(buffers).padStart(6)} ${cell(p50, 8)} ${cell(p99, 8)} ${cell(ratio, 8)}  ${exceptionFor(kind) ? '* ' : ''}${kind.slice(0, 110)}`,
  )
}
for (const line of failed) console.log(`not run: ${line}`)
const within = rows.filter(({ ratio }) => ratio <= 3).length
const over = rows.filter(({ seen }) => seen.read > Math.max(200, 20 * seen.returned)).length
console.log(
  `${rows.length} statements, ${failed.length} not run with values of ours; ${within} within 3 × the bare index at p50; ${over} read more than 20 × what they return (* those with a reason)`,
)
