import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { removeIndexes, restoreIndexes } from '../load/bare-tables.ts'
import { TableWriter } from '../load/table-writer.ts'
import { load } from './processes.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** The number of members written before waiting until the connections have caught up. */
const breath = 50
const about = 'Mi piace camminare. '.repeat(8)
const intents = ['slowly', 'open', 'light', null] as const

interface Copied {
  readonly seconds: number
  readonly gigabytes: number
}

/**
 * Inserts the members of a large brand in one country with COPY, into the tables that the list reads and no others: a
 * fifth of them in one region, the rest in a few others, one in twelve of them new. One half seeks the other half.
 * Memory does not grow with their number.
 */
export async function copyMembers(url: string, members: number, homeRegionId: number | null): Promise<Copied> {
  const from = performance.now()
  const seconds = (): number => Math.round((performance.now() - from) / 1000)
  const progress = (what: string): void => {
    const memory = Math.round(process.memoryUsage().rss / 1024 / 1024)
    console.error(`${seconds()} s  ${what}, ${memory} MiB, load ${load()}`)
  }
  const client = await connect(url)
  const regions = await client.query<{ id: number }>(
    "select id from geo_regions where country = 'IT' order by name limit 20",
  )
  const removed = await removeIndexes(client)
  const profiles = new TableWriter(
    await connect(url),
    'members',
    'id, brand_id, pool_id, clickid, email, screen_name, gender, seeks, age_stated, age_stated_on, country, region_id, locale, about, flow_id, flow_version, email_confirmed_at, last_active_at, created_at',
  )
  const entries = new TableWriter(
    await connect(url),
    'discovery_entries',
    'pool_id, country, region_id, member_id, gender, seeks, is_new, active_at, created_at, born_on, intent, has_words',
  )
  const now = Date.now()
  const today = new Date(now).toISOString().slice(0, 10)
  for (let n = 1; n <= members; n += 1) {
    const id = randomUUID()
    const [gender, seeks] = n % 2 === 0 ? ['woman', 'man'] : ['man', 'woman']
    const region = (n * 7919) % 1009 < 202 ? homeRegionId : (regions.rows[(n % 97) % 20]?.id ?? homeRegionId)
    const active = new Date(now - (n % 43_200) * minute - ((n * 31_337) % minute))
    const isNew = n % 12 === 0
    const created = new Date(now - (isNew ? 2 : 60) * day)
    const age = 19 + (n % 50)
    const born = `${Number(today.slice(0, 4)) - age}${today.slice(4)}`.replace('-02-29', '-02-28')
    const account = [id, 'local', 'local', `bench${n}`, `bench${n}@bench.example`, `Bench ${n}`]
    const person = [gender, seeks, age, today, 'IT', region, 'it', about]
    profiles.row(...account, ...person, '7', 'bench', new Date(now), active, created)
    const intent = intents[age % 4] ?? null
    entries.row('local', 'IT', region, id, gender, seeks, isNew, active, created, born, intent, age % 3 > 0)
    if (n % breath === 0) await Promise.all([profiles.drained(), entries.drained()])
    if (n % 250_000 === 0) progress(`${n} of ${members} members`)
  }
  await Promise.all([profiles.end(), entries.end()])
  await restoreIndexes(url, removed, (step) => {
    if (/ (members|discovery_entries)$/.test(step)) progress(step)
  })
  const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database())::text as bytes')
  await client.end()
  return { seconds: seconds(), gigabytes: Number((Number(rows[0]?.bytes) / 1e9).toFixed(2)) }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}
