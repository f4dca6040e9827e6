import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createPasswords } from '#modules/identity/index.ts'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type Answer, type TestServer } from '#test/support/test-server.ts'

/*
 * An owner resets a person's access because someone else has their session. What that one asked for in the same moment
 * must not change the account afterwards.
 */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: false })
})
afterAll(() => server?.close())

/** Does something as a person whose access is reset while it waits for the lock on their row. */
async function duringReset(person: TestStaff, act: () => Promise<Answer>): Promise<Answer> {
  const { pool } = server.database
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select from staff where id = $1 for update', [person.id])
    const acting = act()
    await vi.waitFor(async () => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows).not.toEqual([])
    })
    for (const table of ['staff_sessions', 'staff_passkeys', 'staff_totp', 'staff_recovery_codes'])
      await client.query(`delete from ${table} where staff_id = $1`, [person.id])
    await client.query(`update staff set state = 'invited', password_hash = null where id = $1`, [person.id])
    await client.query('commit')
    return await acting
  } finally {
    client.release()
  }
}
const left = async (id: string) =>
  (
    await server.database.pool.query(
      `select p.password_hash, (select count(*)::int from staff_recovery_codes c where c.staff_id = p.id) as codes,
         (select count(*)::int from staff_passkeys k where k.staff_id = p.id) as passkeys,
         (select count(*)::int from staff_roles r where r.staff_id = p.id and r.brand_id = 'brisa') as further
       from staff p where p.id = $1`,
      [id],
    )
  ).rows[0]
const nothing = { password_hash: null, codes: 0, passkeys: 0, further: 0 }
const password = 'a long sentence of mine'

async function person(): Promise<TestStaff> {
  const one = await staffMember(server, { roles: ['support@battito'] })
  const { db } = server.database
  await db
    .updateTable('staff')
    .set({ password_hash: await createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 }).hash(password) })
    .where('id', '=', one.id)
    .execute()
  return one
}

it('makes no recovery codes', async () => {
  const one = await person()
  const answer = await duringReset(one, () => one.call('/admin/api/account/recoveryCodes', { body: {} }))
  expect([answer.status, await left(one.id)]).toEqual([401, nothing])
})

it('sets no password', async () => {
  const one = await person()
  const body = { password, newPassword: 'another long sentence' }
  const answer = await duringReset(one, () => one.call('/admin/api/account/password', { method: 'PUT', body }))
  expect([answer.status, await left(one.id)]).toEqual([401, nothing])
})

it('removes no passkey', async () => {
  const one = await person()
  const id = randomUUID()
  await server.database.db
    .insertInto('staff_passkeys')
    .values({
      id,
      staff_id: one.id,
      credential_id: Buffer.from(id),
      public_key: Buffer.from('key'),
      counter: 0,
      transports: [],
      name: '',
      created_at: new Date(),
      last_used_at: null,
    })
    .execute()
  const answer = await duringReset(one, () => one.call(`/admin/api/account/passkeys/${id}`, { method: 'DELETE' }))
  expect(answer.status).toBe(401)
})

it('accepts no invitation', async () => {
  const one = await person()
  await server.database.db
    .insertInto('staff_invitations')
    .values({ brand_id: 'brisa', staff_id: one.id, name: 'Anna', roles: ['owner'], invited_at: new Date() })
    .execute()
  const answer = await duringReset(one, () =>
    one.call('/admin/api/account/invitations', { body: { brand: 'brisa', accepts: true } }),
  )
  expect([answer.status, await left(one.id)]).toEqual([401, nothing])
})
