// npm run load -- --members=N [--database=NAME] [--replace]: fills a separate database with made-up members.
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { loadGeography } from '../../server/src/modules/geo/load.ts'
import { createPasswords } from '../../server/src/modules/identity/index.ts'
import { openDatabase } from '../../server/src/platform/database.ts'
import { migrate } from '../../server/src/platform/migrate.ts'
import { loadMembers } from './load.ts'

const usage = `npm run load -- --members=N [--database=NAME] [--replace]

Makes the database NAME (incontro_load) on the server of DATABASE_URL or of the data folder and fills it with N made-up members.
It is never the installation's own: made-up people stand for nobody there. --replace drops NAME first, if it is there.`
const password = 'load-password'

const { values } = parseArgs({
  options: {
    members: { type: 'string' },
    database: { type: 'string', default: 'incontro_load' },
    replace: { type: 'boolean', default: false },
  },
})
const members = Number(values.members)
if (!Number.isSafeInteger(members) || members < 1 || !/^[a-z][a-z0-9_]{0,40}_load$/.test(values.database))
  giveUp(`${usage}\n\n--members is a whole number from 1, --database ends in _load.`)

const server = process.env['DATABASE_URL'] ?? giveUp('DATABASE_URL is missing; `npm run load` sets it.')
const url = new URL(server)
url.pathname = `/${values.database}`

const client = new pg.Client({ connectionString: server })
await client.connect()
const { rowCount } = await client.query('select from pg_database where datname = $1', [values.database])
if (rowCount && !values.replace)
  giveUp(`The database ${values.database} is there already: add --replace to drop it first.`)
if (rowCount) await client.query(`drop database ${values.database} with (force)`)
await client.query(`create database ${values.database}`)
await client.end()
await migrate(url.href)
const database = openDatabase(url.href, { size: 1 })
await loadGeography(database.db)
await database.close()

const started = performance.now()
const seconds = (): number => Math.round((performance.now() - started) / 1000)
let said = 0
const rows = await loadMembers({
  url: url.href,
  members,
  brandsDir: join(resolve(import.meta.dirname, '../..'), 'brands'),
  passwordHash: await createPasswords().hash(password),
  now: new Date(),
  onProgress: ({ members: done, rows: written, step }) => {
    if (step === undefined && performance.now() - said < 2000) return
    said = performance.now()
    const memory = Math.round(process.memoryUsage().rss / 1024 / 1024)
    console.log(
      `${seconds()} s  ${done} of ${members} members, ${written} rows, ${memory} MiB${step === undefined ? '' : `  ${step}`}`,
    )
  },
})
const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
for (const [table, count] of Object.entries(rows)) console.log(`${String(count).padStart(12)} ${table}`)
console.log(
  `${total} rows of ${members} members in ${seconds()} s. Everybody's password is ${password}, the first address member-0@load.example.`,
)
console.log(`DATABASE_URL=${url.href.replace(/:[^:@/]+@/, ':…@')}`)

function giveUp(message: string): never {
  console.error(message)
  process.exit(2)
}
