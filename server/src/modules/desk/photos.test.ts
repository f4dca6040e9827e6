import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLocalStorage } from '#platform/storage/local.ts'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'

const host = 'battito.localhost'
const reason = 'Ticket 12'
let server: TestServer
let owner: TestStaff
let support: TestStaff
let member: TestMember
beforeAll(async () => {
  server = await startTestServer({ jobs: false })
  owner = await staffMember(server, { roles: ['owner@battito'] })
  support = await staffMember(server, { roles: ['support@battito'], name: 'Grace' })
  member = await server.member({ host })
})
afterAll(() => server?.close())

async function photo(who: TestMember, state: string, more: { is_default?: boolean; removed_at?: Date } = {}) {
  const id = randomUUID()
  const key = `photos/${id}.webp`
  await createLocalStorage(join(server.config.dataDir, 'storage')).put(key, Buffer.from(state))
  await server.database.db
    .insertInto('member_photos')
    .values({ member_id: who.session.angelId, id, storage_key: key, state, created_at: new Date(), ...more })
    .execute()
  return id
}
const open = (by: TestStaff, who: TestMember, id: string, body: object = { reason }) =>
  by.call(`/admin/api/battito/members/${who.session.angelId}/photos/${id}`, { body })
const entries = async () =>
  (await owner.call(`/admin/api/battito/audit?member=${member.session.angelId}`)).body.entries.filter(
    ({ action }: { action: string }) => action === 'member_photo_opened',
  )

it('lists the photos of a file, the main one first, and opens each with the reason in the audit', async () => {
  const pending = await photo(member, 'pending')
  const refused = await photo(member, 'refused')
  const main = await photo(member, 'approved', { is_default: true })
  const removed = await photo(member, 'approved', { removed_at: new Date() })
  const { body: file } = await support.call(`/admin/api/battito/members/${member.session.angelId}/open`, {
    body: { reason },
  })
  expect(file.photos[0]).toMatchObject({ id: main, state: 'approved', isMain: true })
  expect(new Set(file.photos.map(({ id }: { id: string }) => id))).toEqual(new Set([main, pending, refused]))
  expect(await entries()).toEqual([])

  for (const [id, state] of [
    [main, 'approved'],
    [pending, 'pending'],
    [refused, 'refused'],
  ] as const)
    expect((await open(support, member, id)).body).toEqual({
      type: 'image/webp',
      data: Buffer.from(state).toString('base64'),
    })
  expect(await entries()).toMatchObject(
    [refused, pending, main].map((id) => ({ by: 'Grace', reason, detail: { file: `photo-${id}` } })),
  )
  expect((await open(support, member, removed)).status).toBe(404)
  expect((await open(support, member, main, { reason: ' ' })).status).toBe(400)
})

it('gives no photo of another member or brand, none to whose account it is, and none to finance', async () => {
  const [other, elsewhere] = [await server.member({ host }), await server.member({ host: 'brisa.localhost' })]
  const [theirs, away] = [await photo(other, 'approved'), await photo(elsewhere, 'approved')]
  const before = (await entries()).length
  expect((await open(support, member, theirs)).status).toBe(404)
  expect((await open(support, elsewhere, away)).status).toBe(404)
  const finance = await staffMember(server, { roles: ['finance@battito'] })
  expect((await open(finance, other, theirs)).status).toBe(403)
  await server.database.db.updateTable('staff').set({ email: other.email }).where('id', '=', support.id).execute()
  expect(await open(support, other, theirs)).toMatchObject({ status: 403, body: { code: 'own_account' } })
  expect((await entries()).length).toBe(before)
})
