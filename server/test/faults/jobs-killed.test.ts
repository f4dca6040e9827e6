import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { checkLedger } from '#modules/credits/index.ts'
import { conversationId } from '#platform/ids.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'

/*
 * Erasing in real processes: killed by SIGKILL in the middle of a statement, started again, they end
 * right, with nothing lost and nothing done twice; two at once share the work.
 */

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
})
afterAll(async () => {
  await testServer.close()
})

function start(job: 'accounts-erase'): { child: ChildProcess; result: Promise<unknown> } {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../support/job-process.ts')], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      JOB: job,
      DATABASE_URL: testServer.config.databaseUrl,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return {
    child,
    result: once(child, 'close').then(([code]) => {
      if (code !== 0) throw new Error(`${job} ended with ${code}`)
      return JSON.parse(said)
    }),
  }
}

const waitsFor = (client: pg.Client, table: string): Promise<void> =>
  vi.waitFor(
    async () => {
      const { rowCount } = await client.query(
        `select from pg_locks where relation = $1::regclass and not granted
           and database = (select oid from pg_database where datname = current_database())`,
        [table],
      )
      if (!rowCount) throw new Error(`nobody waits for ${table}`)
    },
    { timeout: 20_000, interval: 20 },
  )

/**
 * Kills the process while it waits for a lock, and lets PostgreSQL notice. A statement that it has sent and that is a
 * transaction of its own would still be done, so `gone` ends the connection first, as if the machine were gone.
 */
async function kill({ child, result }: ReturnType<typeof start>, client: pg.Client, gone = false): Promise<void> {
  // It rejects because the process is killed.
  result.catch(() => undefined)
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  child.kill('SIGKILL')
  await once(child, 'close')
  if (gone)
    await client.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [rows.map(({ pid }) => pid)])
  await client.query('commit')
  await vi.waitFor(
    async () => {
      const { rowCount } = await client.query('select from pg_stat_activity where pid = any($1)', [
        rows.map(({ pid }) => pid),
      ])
      if (rowCount) throw new Error('a backend of the killed process is still there')
    },
    { timeout: 20_000, interval: 20 },
  )
}

async function connected<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: testServer.config.databaseUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const idOf = ({ session }: TestMember): string => session.angelId

/** A member whose thirty days are over, with a conversation, a like and credits. */
async function leaving(other: TestMember): Promise<TestMember> {
  const { db } = testServer.database
  const member = await testServer.member({ gender: 'woman' })
  const [one, two] = [idOf(member), idOf(other)]
  const id = conversationId(one, two)
  await sql`
    insert into conversations (id, pool_id, low_id, high_id, created_at)
    values (${id}, 'local', least(${one}::uuid, ${two}::uuid), greatest(${one}::uuid, ${two}::uuid), now())`.execute(db)
  await sql`
    insert into messages (conversation_id, seq, id, sender_id, client_message_id, body, icebreaker, sender_level, cost, created_at)
    select ${id}, n, gen_random_uuid(), case when n % 2 = 0 then ${one}::uuid else ${two}::uuid end, gen_random_uuid(), 'ciao ' || n, false, 0, 0, now()
    from generate_series(1, 3) n`.execute(db)
  await sql`
    insert into inbox (member_id, conversation_id, other_id, last_seq, last_at)
    values (${one}, ${id}, ${two}, 3, now()), (${two}, ${id}, ${one}, 3, now())`.execute(db)
  await sql`insert into reactions values (${one}, ${two}, 'like', now())`.execute(db)
  await sql`insert into notifications (member_id, id, kind, actor_id, created_at) values (${two}, gen_random_uuid(), 'like', ${one}, now())`.execute(
    db,
  )
  await sql`update members set state = 'deleting', deletion_due_at = now() - interval '1 minute' where id = ${one}`.execute(
    db,
  )
  return member
}

const farewells = async (member: TestMember): Promise<number> =>
  (
    await testServer.database.db
      .selectFrom('emails')
      .select('id')
      .where('to_address', '=', member.email)
      .where('kind', '=', 'deleted')
      .execute()
  ).length
const heard = async (member: TestMember) => {
  const { rows } = await sql<{ body: string }>`
    select x.body from messages x join inbox i on i.conversation_id = x.conversation_id
    where i.member_id = ${idOf(member)} order by i.conversation_id, x.seq`.execute(testServer.database.db)
  return rows.map(({ body }) => body)
}
const exists = async (member: TestMember): Promise<boolean> =>
  (await testServer.database.pool.query('select from members where id = $1', [idOf(member)])).rowCount === 1

it('an erasure that is killed at four of its steps ends right', async () => {
  const { db } = testServer.database
  const other = await testServer.member()
  const member = await leaving(other)
  const steps: unknown[] = []
  await connected(async (client) => {
    for (const table of ['messages', 'ledger_transfers', 'notifications', 'member_presence']) {
      await client.query(`begin; lock table ${table} in share row exclusive mode`)
      const run = start('accounts-erase')
      await waitsFor(client, table)
      await kill(run, client)
      const { rows } = await client.query('select step from erasures where member_id = $1', [idOf(member)])
      steps.push(rows[0]?.step)
      expect(await exists(member)).toBe(true)
      expect(await farewells(member)).toBe(0)
      expect(await heard(other)).toEqual(['ciao 1', 'ciao 2', 'ciao 3'])
      expect(await checkLedger(db)).toMatchObject({ differences: [] })
    }
  })
  // Each run went on where the one before had been killed.
  expect(steps).toEqual(['conversations', 'ledger', 'others', 'member'])
  expect(await start('accounts-erase').result).toBe(1)
  expect(await exists(member)).toBe(false)
  expect(await farewells(member)).toBe(1)
  expect(await heard(other)).toEqual(['ciao 1', 'ciao 2', 'ciao 3'])
  expect(await checkLedger(db)).toMatchObject({ differences: [] })
  expect(await start('accounts-erase').result).toBe(0)
  expect(await farewells(member)).toBe(1)
}, 90_000)

it('two processes share the members to erase, and none is erased twice', async () => {
  const other = await testServer.member()
  const members: TestMember[] = []
  for (let n = 0; n < 24; n += 1) members.push(await leaving(other))
  const results = await connected(async (client) => {
    // Both have begun before either goes on.
    await client.query('begin; lock table messages in share row exclusive mode')
    const runs = [start('accounts-erase'), start('accounts-erase')]
    await vi.waitFor(
      async () => {
        const { rows } = await client.query<{ n: number }>(
          `select count(*)::int as n from pg_locks where relation = 'messages'::regclass and not granted`,
        )
        if ((rows[0]?.n ?? 0) < 4) throw new Error('they have not begun')
      },
      { timeout: 20_000, interval: 20 },
    )
    await client.query('commit')
    return Promise.all(runs.map(({ result }) => result))
  })
  const [one, two] = results as [number, number]
  expect(one + two).toBe(24)
  expect(Math.min(one, two)).toBeGreaterThan(0)
  for (const member of members) expect([await exists(member), await farewells(member)]).toEqual([false, 1])
  expect(await heard(other)).toHaveLength(24 * 3)
  expect(await checkLedger(testServer.database.db)).toMatchObject({ differences: [] })
}, 90_000)
