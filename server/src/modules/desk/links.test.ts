import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'

let server: TestServer
let moderator: TestStaff
const host = 'battito.localhost'
beforeAll(async () => {
  server = await startTestServer()
  moderator = await staffMember(server, { roles: ['owner@battito'] })
})
afterAll(() => server?.close())

const reason = 'Case 7'
const idOf = (who: TestMember) => who.session.angelId
const linksOf = (who: TestMember, by = moderator) =>
  by.call(`/admin/api/battito/members/${idOf(who)}/links`, { body: { reason } })
const reasonsOf = async (who: TestMember) =>
  Object.fromEntries(
    (await linksOf(who)).body.accounts.map((one: { id: string; reasons: { reason: string }[] }) => [
      one.id,
      one.reasons.map((why) => why.reason),
    ]),
  )
const device = (who: TestMember, more: { browser?: Buffer; network?: string; daysAgo?: number; brand?: string }) => {
  const at = new Date(Date.now() - (more.daysAgo ?? 0) * 86_400_000)
  return server.database.db
    .insertInto('member_devices')
    .values({
      member_id: idOf(who),
      device_hash: randomBytes(32),
      first_seen_at: at,
      last_seen_at: at,
      brand_id: more.brand ?? 'battito',
      browser_hash: more.browser ?? null,
      network: more.network ?? null,
    })
    .execute()
}
const card = (who: TestMember, token: string) =>
  server.database.db
    .insertInto('card_tokens')
    .values({ member_id: idOf(who), id: randomUUID(), connection: 'mollie', token, created_at: new Date() })
    .execute()
const phone = (who: TestMember, number: string) =>
  server.database.db
    .insertInto('phone_numbers')
    .values({ member_id: idOf(who), number, shown_to: 'nobody', changed_at: new Date() })
    .execute()
const photo = (who: TestMember, hash: Buffer) =>
  server.database.db
    .insertInto('member_photos')
    .values({
      member_id: idOf(who),
      id: randomUUID(),
      storage_key: randomUUID(),
      state: 'approved',
      created_at: new Date(),
      perceptual_hash: hash,
    })
    .execute()

/** Without the networks of their own sign-ins, which are all of this machine. */
async function someone(at = host): Promise<TestMember> {
  const member = await server.member({ host: at })
  await server.database.db.deleteFrom('member_devices').where('member_id', '=', idOf(member)).execute()
  return member
}

it('lists accounts of the brand with each reason, those linked in most ways first', async () => {
  const [who, much, little, elsewhere] = [
    await someone(),
    await someone(),
    await someone(),
    await someone('brisa.localhost'),
  ]
  const [browser, hash] = [randomBytes(16), randomBytes(8)]
  for (const one of [who, much, elsewhere]) {
    await card(one, 'tok_same')
    await phone(one, '+393330000001')
    await photo(one, hash)
  }
  for (const one of [who, much]) await device(one, { browser })
  await card(little, 'tok_same')
  await card(await someone(), 'tok_other')
  const { body } = await linksOf(who)
  expect(body.accounts.map(({ id }: { id: string }) => id)).toEqual([idOf(much), idOf(little)])
  expect(await reasonsOf(who)).toEqual({
    [idOf(much)]: ['card', 'device', 'phone', 'photo'],
    [idOf(little)]: ['card'],
  })
  expect(JSON.stringify(body)).not.toContain('tok_')
})

it('a network counts where few share it and within three days', async () => {
  const [who, near, late] = [await someone(), await someone(), await someone()]
  await device(who, { network: '203.0.113.0/24', daysAgo: 1 })
  await device(near, { network: '203.0.113.0/24', daysAgo: 3 })
  await device(late, { network: '203.0.113.0/24', daysAgo: 9 })
  expect(await reasonsOf(who)).toEqual({ [idOf(near)]: ['network'] })
  const shared = await someone()
  await device(shared, { network: '198.51.100.0/24' })
  for (let n = 0; n < 11; n += 1) await device(await someone(), { network: '198.51.100.0/24' })
  expect((await linksOf(shared)).body).toEqual({ accounts: [], sharedNetworks: 1, more: false })
})

it('is for owners and moderators, is recorded, and changes nothing', async () => {
  const who = await someone()
  const support = await staffMember(server, { roles: ['support@battito'] })
  expect((await linksOf(who, support)).status).toBe(403)
  const stranger = await someone('brisa.localhost')
  expect((await linksOf(stranger)).status).toBe(404)
  expect((await linksOf(who)).status).toBe(200)
  expect((await moderator.call('/admin/api/battito/audit')).body.entries[0]).toMatchObject({
    action: 'member_links_read',
    subjectId: idOf(who),
    reason,
    detail: { found: 0 },
  })
})
