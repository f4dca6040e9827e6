import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createPasswords } from '#modules/identity/index.ts'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type Answer, type TestServer } from '#test/support/test-server.ts'

/*
 * An owner resets a person's access because someone else has their session. What that one asked for in the same moment
 * must not change the account afterwards; nor must a link that an owner sends while the person sets a password.
 */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: false })
})
afterAll(() => server?.close())

/** Does something that waits for the lock on a person's row while these statements change it; `$1` is their id. */
async function whileChanging(id: string, changes: readonly string[], act: () => Promise<Answer>): Promise<Answer> {
  const { pool } = server.database
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select from staff where id = $1 for update', [id])
    const acting = act()
    await vi.waitFor(async () => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows).not.toEqual([])
    })
    for (const change of changes) await client.query(change, [id])
    await client.query('commit')
    return await acting
  } finally {
    client.release()
  }
}

/** As a person whose access is reset meanwhile. */
const duringReset = ({ id }: TestStaff, act: () => Promise<Answer>): Promise<Answer> =>
  whileChanging(
    id,
    [
      ...['staff_sessions', 'staff_passkeys', 'staff_totp', 'staff_recovery_codes'].map(
        (table) => `delete from ${table} where staff_id = $1`,
      ),
      `update staff set state = 'invited', password_hash = null where id = $1`,
    ],
    act,
  )

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

it('sends an invitation again without a link to who sets a password in the same moment', async () => {
  const owner = await staffMember(server, { roles: ['owner@brisa'] })
  const email = 'new@person.example.com'
  const body = { email, name: 'Grace', roles: ['support'], reason: 'Ticket 12' }
  const { id } = (await owner.call('/admin/api/brisa/staff', { body })).body
  const { db } = server.database
  // Theirs has expired; they come in by one of another brand.
  await db.deleteFrom('staff_links').where('staff_id', '=', id).execute()
  const joinsAnother = [
    `update staff set state = 'active', password_hash = 'x' where id = $1`,
    `insert into staff_roles (staff_id, brand_id, role, given_at) values ($1, 'battito', 'support', now())`,
  ]
  const answer = await whileChanging(id, joinsAnother, () =>
    owner.call(`/admin/api/brisa/staff/${id}/reset`, { body: { reason: 'Ticket 12' } }),
  )
  const links = await db.selectFrom('staff_links').select('purpose').where('staff_id', '=', id).execute()
  expect([answer.status, links]).toEqual([200, []])
  const mails = await db.selectFrom('emails').select('kind').where('to_address', '=', email).orderBy('id').execute()
  expect(mails.map(({ kind }) => kind)).toEqual(['staff-invitation', 'staff-further-brand'])
})
