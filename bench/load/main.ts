// npm run load -- --members=N [--database=NAME] [--replace]: fills a separate database with made-up members.
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { loadBrands } from '#server/modules/brands/index.ts'
import { loadGeography } from '#server/modules/geo/load.ts'
import { createPasswords } from '#server/modules/identity/index.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { readPoolDatabases } from '#server/platform/database/pool-databases.ts'
import { shardsOf } from '#server/shards/shards.ts'
import { loadMembers } from './load.ts'
import { type LoadPlace, placesOf } from './places.ts'

const usage = `npm run load -- --members=N [--database=NAME] [--replace]

Makes the database NAME (incontro_load) on the server of DATABASE_URL or of the data folder and fills it with N made-up members.
The pools of DATABASES get databases on their own servers (incontro_POOL_load), with a part of the members for each brand.
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
const brandsDir = join(resolve(import.meta.dirname, '../..'), 'brands')
const poolDatabases = readPoolDatabases(process.env['DATABASES'] ?? '')
const shards = shardsOf({ databaseUrl: server, poolDatabases }, loadBrands(brandsDir))
const places = placesOf(shards, values.database, members)
for (const place of places) await create(place)
for (const place of places) await fill(place)

async function create({ serverUrl, database }: LoadPlace): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
  if (rowCount && !values.replace) giveUp(`The database ${database} is there already: add --replace to drop it first.`)
  if (rowCount) await client.query(`drop database ${database} with (force)`)
  await client.query(`create database ${database}`)
  await client.end()
}

async function fill(place: LoadPlace): Promise<void> {
  const url = new URL(place.serverUrl)
  url.pathname = `/${place.database}`
  if (places.length > 1) console.log(`Database ${place.name}:`)
  await migrate(url.href)
  const database = openDatabase(url.href, { size: 1 })
  await loadGeography(database.db)
  await database.close()
  const started = performance.now()
  const seconds = (): number => Math.round((performance.now() - started) / 1000)
  let printed = 0
  const rows = await loadMembers({
    url: url.href,
    members: place.members,
    brandsDir,
    brandKeys: place.brandKeys,
    passwordHash: await createPasswords().hash(password),
    now: new Date(),
    onProgress: ({ members: done, rows: written, step }) => {
      if (step === undefined && performance.now() - printed < 2000) return
      printed = performance.now()
      const memory = Math.round(process.memoryUsage().rss / 1024 / 1024)
      console.log(
        `${seconds()} s  ${done} of ${place.members} members, ${written} rows, ${memory} MiB${step === undefined ? '' : `  ${step}`}`,
      )
    },
  })
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
  for (const [table, count] of Object.entries(rows)) console.log(`${String(count).padStart(12)} ${table}`)
  console.log(
    `${total} rows of ${place.members} members in ${seconds()} s. Everybody's password is ${password}, the first address member-0@load.example.`,
  )
  const shown = url.href.replace(/:[^:@/]+@/, ':…@')
  const pools = place.name === 'default' ? ['DATABASE_URL'] : place.name.split('+')
  for (const pool of pools) console.log(`${pool}=${shown}`)
}

function giveUp(message: string): never {
  console.error(message)
  process.exit(2)
}
