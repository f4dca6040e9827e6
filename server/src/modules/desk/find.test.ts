import { orderNumberOf } from '@incontro/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { mostFound } from './match.ts'

let server: TestServer
let support: TestStaff
let owner: TestStaff
beforeAll(async () => {
  server = await startTestServer()
  owner = await staffMember(server, { roles: ['owner@battito'] })
  support = await staffMember(server, { roles: ['support@battito', 'support@brisa'] })
})
afterAll(() => server?.close())

const reason = 'Ticket 12'
const search = (query: string, brand = 'battito') =>
  support.call(`/admin/api/${brand}/members/search`, { body: { query, reason } })
const found = async (query: string, brand?: string) =>
  (await search(query, brand)).body.members.map(({ id, matched }: { id: string; matched: string }) => [id, matched])
const idOf = (who: TestMember) => who.session.angelId

async function named(name: string, host = 'battito.localhost'): Promise<TestMember> {
  const member = await server.member({ host })
  await server.database.db.updateTable('members').set({ screen_name: name }).where('id', '=', idOf(member)).execute()
  return member
}

it('finds names by their beginning, in any case and without accents, at the brand only', async () => {
  const [jose, josefina] = [await named('José Ñúñez'), await named('JOSEFINA')]
  await named('Jose', 'brisa.localhost')
  await named('San Jose')
  for (const query of ['jose', 'JOSÉ', 'Jose\u0301', 'ｊｏｓｅ'])
    expect([query, await found(query)]).toEqual([
      query,
      [
        [idOf(jose), 'name'],
        [idOf(josefina), 'name'],
      ],
    ])
  expect(await found('jose nu')).toEqual([[idOf(jose), 'name']])
  for (const query of ['jose%', 'jo_e', '%%', '.*', "' or 1=1 --"])
    expect([query, await found(query)]).toEqual([query, []])
  expect(await search('j')).toMatchObject({ status: 400, body: { code: 'too_wide', field: 'query' } })
})

it('shows no addresses where several may be meant, and no more than fifty', async () => {
  const host = 'brisa.localhost'
  for (let n = 0; n <= mostFound; n += 1) await named(`Zelinda ${n}`, host)
  const { members, more } = (await search('zelinda', 'brisa')).body
  expect([members.length, more]).toEqual([mostFound, true])
  expect(JSON.stringify(members)).not.toContain('@')
})

it('finds a phone number however it is written, and an order by its number', async () => {
  const member = await named('Piera')
  const { db } = server.database
  await db
    .insertInto('phone_numbers')
    .values({ member_id: idOf(member), number: '+393331234567', shown_to: 'nobody', changed_at: new Date() })
    .execute()
  for (const query of ['+39 333 123 4567', '0039 333-1234567', '333 1234567'])
    expect([query, await found(query)]).toEqual([query, [[idOf(member), 'phone']]])
  expect(await found('333 1234568')).toEqual([])
  expect(await found('+393331234567', 'brisa')).toEqual([])
  const bought = await db
    .selectFrom('payment_attempts')
    .select(['id', 'member_id'])
    .where('brand_id', '=', 'battito')
    .executeTakeFirst()
  if (bought) expect(await found(orderNumberOf(bought.id))).toEqual([[bought.member_id, 'order']])
})

it('finds who signed in with a browser or from a network, which is all that is kept of an address', async () => {
  const [one, other] = [await named('Uno'), await named('Due')]
  const { db } = server.database
  const seen = new Date()
  const browser = Buffer.alloc(16, 7)
  for (const [who, network] of [
    [one, '203.0.113.0/24'],
    [other, '203.0.200.0/24'],
  ] as const)
    await db
      .insertInto('member_devices')
      .values({
        member_id: idOf(who),
        device_hash: Buffer.from(randomUUID().replaceAll('-', '').repeat(2), 'hex'),
        first_seen_at: seen,
        last_seen_at: seen,
        brand_id: 'battito',
        browser_hash: browser,
        network,
      })
      .execute()
  expect((await found(browser.toString('hex'))).toSorted()).toEqual(
    [
      [idOf(one), 'device'],
      [idOf(other), 'device'],
    ].toSorted(),
  )
  expect(await found(browser.toString('hex'), 'brisa')).toEqual([])
  for (const query of ['203.0.113.9', '203.0.113.0/24', '203.0.113.64/26'])
    expect([query, await found(query)]).toEqual([query, [[idOf(one), 'network']]])
  expect(await found('203.0.0.0/16')).toHaveLength(2)
  expect(await found('203.0.113.9', 'brisa')).toEqual([])
  for (const query of ['203.0.0.0/8', '203.0.113.0/33', '2001:db8::/16'])
    expect([query, (await search(query)).body.code]).toEqual([query, 'too_wide'])
  expect(await found('2001:db8::1')).toEqual([])
})

it('a sign-in keeps its browser and network', async () => {
  const member = await server.registeredMember({ host: 'battito.localhost' })
  const rows = await server.database.db
    .selectFrom('member_devices')
    .select(['brand_id', 'browser_hash', 'network'])
    .where('member_id', '=', idOf(member))
    .execute()
  expect(rows[0]).toEqual({ brand_id: 'battito', browser_hash: expect.any(Buffer), network: '127.0.0.0/24' })
})

it('every search is recorded with its reason, also one that finds no one, which keeps not what was sought', async () => {
  await named('Ludovica')
  await search('ludov')
  await search('no one is called so')
  const { entries } = (await owner.call('/admin/api/battito/audit')).body
  expect(entries.slice(0, 2)).toMatchObject([
    { action: 'members_searched', reason, detail: { found: 0 } },
    { action: 'members_searched', reason, detail: { found: 1, query: 'ludov', by: 'name' } },
  ])
  expect(JSON.stringify(entries[0])).not.toContain('called')
})
