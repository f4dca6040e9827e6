import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { type DatabaseHandle, openDatabase } from '#platform/database/database.ts'
import { newId } from '#platform/ids.ts'
import { mail } from './mail.ts'

let database: TestDatabase
let handle: DatabaseHandle
const now = new Date()
beforeAll(async () => {
  database = await createTestDatabase({ bystanders: false })
  handle = openDatabase(database.url, { size: 2 })
})
afterAll(async () => {
  await handle?.close()
  await database?.drop()
})

const run = async (...args: string[]) => {
  const { ok, lines } = await mail(args, {
    db: handle.db,
    brandKeys: ['local', 'battito'],
    clock: () => now,
    user: 'root',
  })
  return { ok, said: lines.join('\n') }
}
const letter = async (values: { kind?: string; state?: string; brand_id?: string; props?: string } = {}) => {
  const id = newId()
  await handle.db
    .insertInto('emails')
    .values({
      id,
      brand_id: 'local',
      member_id: null,
      kind: 'reset-password',
      to_address: 'anna.rossi@person.example.com',
      locale: 'it',
      props: JSON.stringify({ link: 'https://local.example/resetPassword?token=a-secret-token' }),
      state: 'dead',
      attempts: 99,
      last_error: "Can't send mail to anna.rossi@person.example.com: connection refused",
      created_at: now,
      ...values,
    })
    .execute()
  return id
}
const stateOf = async (id: string) =>
  (await handle.db.selectFrom('emails').select('state').where('id', '=', id).executeTakeFirst())?.state

test('lists and shows what did not arrive, without what it says and whole addresses', async () => {
  const [dead, bounced] = [await letter(), await letter({ state: 'bounced', brand_id: 'battito' })]
  await handle.db
    .insertInto('mail_events')
    .values({
      brand_id: 'battito',
      id: newId(),
      email_id: bounced,
      address_hash: Buffer.alloc(32),
      kind: 'failed',
      class: 'hard',
      code: '550',
      diagnostic: '550 5.1.1 no such user',
      source: 'smtp',
      event_key: 'one',
      created_at: now,
    })
    .execute()
  const all = [
    await run('list'),
    await run('list', '--brand', 'battito'),
    await run('list', '--state', 'bounced'),
    await run('show', '--id', bounced),
  ]
  expect(all.map(({ ok, said }) => [ok, said.includes(dead), said.includes(bounced)])).toEqual([
    [true, true, false],
    [true, false, false],
    [true, false, true],
    [true, false, true],
  ])
  expect(all[0]?.said).toContain('reset-password  a…@person.example.com')
  expect(all[0]?.said).toContain('99 tries')
  expect(all[3]?.said).toContain('failed hard 550 550 5.1.1 no such user')
  for (const { said } of all) expect(said).not.toMatch(/anna\.rossi|secret-token/)
})

test('sends a dead letter again, one or all, and says what cannot be', async () => {
  const [first, second, gone] = [await letter(), await letter({ kind: 'receipt' }), await letter({ props: '{}' })]
  expect(await run('requeue', '--id', first)).toMatchObject({ ok: true })
  expect(await stateOf(first)).toBe('queued')
  // What waits is sent at once.
  expect(await run('requeue', '--id', first)).toMatchObject({ ok: true })
  expect(await run('requeue', '--id', await letter({ state: 'sent' }))).toMatchObject({ ok: false })
  expect(await run('requeue', '--id', newId())).toMatchObject({ ok: false })
  expect(await run('requeue', '--id', gone)).toMatchObject({ ok: false })
  expect((await run('requeue', '--all', '--brand', 'local', '--kind', 'receipt')).said).toBe('1 sent again.')
  expect(await stateOf(second)).toBe('queued')
  expect((await run('requeue', '--all')).said).toContain('1 cannot be')
  expect(await stateOf(gone)).toBe('dead')
  const { rows } = await handle.pool.query(`select key from graphile_worker.jobs where key = any($1)`, [
    [first, second].map((id) => `email ${id}`),
  ])
  expect(rows).toHaveLength(2)
})

test.each([
  [[]],
  [['list', '--brand', 'nobody']],
  [['list', '--state', 'sent']],
  [['list', '--after', 'x']],
  [['show']],
  [['show', '--id', 'x']],
  [['requeue']],
  [['requeue', '--all', '--id', newId()]],
  [['destroy']],
  [['list', '--unknown']],
])('refuses %j and changes nothing', async (args) => {
  expect(await run(...args)).toMatchObject({ ok: false })
})
