// What runs beside the sends in `beside`, from the message 'start' to 'stop', which it answers with what was done.
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { recordPresence } from '#server/modules/members/index.ts'
import { openBenchContext } from './context.ts'

const url = process.env['DATABASE_URL'] ?? ''
const context = await openBenchContext(url)
const { db } = context.database
const handlers = context.jobs.handlers as unknown as Readonly<
  Record<string, (payload: object, run: { attempt: number; last: boolean }) => Promise<void>>
>
const { rows: everybody } = await sql<{ id: string }>`select id from members where state = 'active'`.execute(db)
/** Who is erased next, those with most conversations first. */
const { rows: leaving } = await sql<{ id: string; conversations: number }>`
  select member_id as id, count(*)::integer as conversations from inbox group by 1 order by 2 desc limit 20`.execute(db)
/** The jobs with an hour of their own, of which each runs once a night. */
const nightly = context.jobs.crontab
  .map((line) => line.split(' '))
  .filter(([, hour]) => /^\d+$/.test(hour ?? ''))
  .map(([, , , , , name = '']) => name)
let isWorking = false
let work: Promise<object> | undefined

process.on('message', (message) => {
  if (message === 'start') {
    isWorking = true
    work = Promise.all([presence(), erasures(), jobs(), migration()]).then((parts) => Object.assign({}, ...parts))
  }
  if (message === 'stop') {
    isWorking = false
    void work?.then((done) => process.send?.(done))
  }
})
process.send?.('ready')

/** A sign of life of each member a minute, written each second as the server does. */
async function presence(): Promise<object> {
  const each = Math.ceil(everybody.length / 60)
  let signs = 0
  for (let second = 0; isWorking; second += 1) {
    const [begun, from] = [performance.now(), (second % 60) * each]
    const ids = everybody.slice(from, from + each).map(({ id }) => id)
    await recordPresence(db, ids, new Date())
    signs += ids.length
    await sleep(Math.max(0, 1000 - (performance.now() - begun)))
  }
  return { signs }
}

async function erasures(): Promise<object> {
  const one = leaving.shift()
  if (one === undefined) return { erased: 0 }
  await sql`update members set state = 'deleting', deletion_due_at = now() where id = ${one.id}`.execute(db)
  await handlers['accounts-erase']?.({}, { attempt: 1, last: false })
  return { erased: 1, conversations: one.conversations }
}

async function jobs(): Promise<object> {
  let ran = 0
  for (const name of nightly) {
    if (!isWorking) break
    await handlers[name]?.({}, { attempt: 1, last: false })
    ran += 1
  }
  return { nightly: ran }
}

/** A column and an index of the largest table, made as our migrations make them, and taken away again. */
async function migration(): Promise<object> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`set lock_timeout = '2s'`)
  await client.query('alter table messages add column bench_flag boolean')
  await client.query('create index concurrently bench_flag on messages (conversation_id) where bench_flag')
  await client.query('drop index concurrently bench_flag')
  await client.query('alter table messages drop column bench_flag')
  await client.end()
  return { migrated: true }
}
