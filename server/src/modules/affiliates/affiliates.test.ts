import { routes } from '@incontro/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cardOrder } from '#test/support/card-order.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { readAffiliateKeys, readPostbackKeys } from '#app/affiliate-keys.ts'
import { runPayments } from '#commands/payments.ts'
import { affiliateKeysOf, postbackKeysOf } from '#src/config.ts'
import { createLog } from '#platform/process/log.ts'
import { createConnections } from '#modules/payments/connections.ts'

const keys = {
  localhost: 'key-of-the-affiliate-of-local-and-no-other',
  'battito.localhost': 'key-of-the-affiliate-of-battito-and-no-other',
}
type Host = keyof typeof keys
const now = new Date()
let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false, clock: () => now })
})
afterAll(() => testServer.close())

const call = (
  id: 'importClick' | 'importOrder' | 'importUpsell' | 'cancelOrder',
  body: object,
  host: Host = 'localhost',
) => testServer.call(routes[id].path, { body, host, headers: { 'x-affiliate-key': keys[host] } })
const ok = { status: 200, body: { result: 'OK' } }
const origin = { kcampaign: 'estate-2026', pageType: 'landing' }
const row = {
  brand_id: 'local',
  campaign: 'estate-2026',
  page_type: 'landing',
  attempt_id: null,
  member_id: null,
  cancelled_at: null,
  created_at: now,
}
/** All imports but those of the bystanders. */
const imports = () =>
  testServer.database.db
    .selectFrom('affiliate_imports')
    .selectAll()
    .where('brand_id', 'in', ['local', 'battito', 'vicino'])
    .orderBy('brand_id')
    .orderBy('reference')
    .execute()
const since = async (work: () => Promise<unknown>) => {
  const before = new Set((await imports()).map((one) => JSON.stringify(one)))
  await work()
  return (await imports()).filter((one) => !before.has(JSON.stringify(one)))
}

/** A member with a paid order. */
async function buyer(host: Host = 'localhost') {
  const member = await testServer.member({ host })
  const order = { rateplan: 'messages-20-first', prezzo_totale: '4.90' }
  const { body } = await testServer.call(routes.tryCharge.path, {
    host,
    token: member.token,
    body: await cardOrder(testServer.config.payments.adyen!.shared!, member.session.clickid, order),
  })
  expect(body).toMatchObject({ status: 'ok' })
  return { ...member, id: member.session.angelId, order: String(body.reference) }
}

test('a click is stored each time; with a reference once', async () => {
  const added = await since(async () => {
    expect(await call('importClick', origin)).toMatchObject(ok)
    expect(await call('importClick', origin)).toMatchObject(ok)
    for (const _again of [1, 2])
      expect(await call('importClick', { ...origin, reference: 'click-1' })).toMatchObject(ok)
  })
  const click = { ...row, kind: 'click' }
  expect(added).toEqual([
    { ...click, reference: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    { ...click, reference: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    { ...click, reference: 'click-1' },
  ])
})

test('an order and an upsell are stored with our order, and change nothing else', async () => {
  const [one, two] = [await buyer(), await buyer()]
  const held = async () => {
    const of = (table: 'wallets' | 'subscriptions' | 'ledger_transfers') =>
      testServer.database.db.selectFrom(table).selectAll().where('member_id', '=', one.id).execute()
    return [await of('wallets'), await of('subscriptions'), await of('ledger_transfers')]
  }
  const before = await held()
  const added = await since(async () => {
    const sent = { ...origin, reference: 'order-1', order: one.order.toUpperCase() }
    const both = await Promise.all([call('importOrder', sent), call('importOrder', sent)])
    expect(both).toMatchObject([ok, ok])
    expect(await call('importOrder', sent)).toMatchObject(ok)
    expect(await call('importUpsell', { ...origin, reference: 'order-2', order: two.order })).toMatchObject(ok)
    expect(await call('importOrder', { ...origin, reference: 'order-3' })).toMatchObject(ok)
    // The same reference of another brand's affiliate.
    for (const _again of [1, 2])
      expect(await call('importOrder', { ...origin, reference: 'order-1' }, 'battito.localhost')).toMatchObject(ok)
  })
  expect(added).toEqual([
    { ...row, kind: 'order', reference: 'order-1', brand_id: 'battito' },
    { ...row, kind: 'order', reference: 'order-1', attempt_id: one.order, member_id: one.id },
    { ...row, kind: 'upsell', reference: 'order-2', attempt_id: two.order, member_id: two.id },
    { ...row, kind: 'order', reference: 'order-3' },
  ])
  expect(await held()).toEqual(before)
})

test('a reference that was used, an order that was imported and orders of others are refused', async () => {
  const [mine, foreign] = [await buyer(), await buyer('battito.localhost')]
  const [checked, erased] = [await buyer(), await buyer()]
  const { db } = testServer.database
  await db.updateTable('payment_attempts').set({ amount_minor: 0 }).where('id', '=', checked.order).execute()
  await db.updateTable('members').set({ state: 'deleted' }).where('id', '=', erased.id).execute()
  expect(await call('importOrder', { ...origin, reference: 'used', order: mine.order })).toMatchObject(ok)
  const added = await since(async () => {
    const used = { status: 409, body: { code: 'reference_used', field: 'reference' } }
    const other = { ...origin, reference: 'used', order: mine.order }
    expect(await call('importUpsell', other)).toMatchObject(used)
    expect(await call('importOrder', { ...other, kcampaign: 'inverno' })).toMatchObject(used)
    expect(await call('importOrder', { ...other, pageType: 'banner' })).toMatchObject(used)
    expect(await call('importOrder', { ...origin, reference: 'used' })).toMatchObject(used)
    expect(await call('importClick', { ...origin, reference: 'used' })).toMatchObject(used)
    const again = await call('importOrder', { ...other, reference: 'another' })
    expect(again).toMatchObject({ status: 409, body: { code: 'order_imported', field: 'order' } })
    for (const order of [foreign.order, checked.order, erased.order, randomUUID()])
      expect((await call('importOrder', { ...origin, reference: 'foreign', order })).status).toBe(404)
  })
  expect(added).toEqual([])
})

test('a cancelled import no longer names the order, which another may; the order itself stays', async () => {
  const { id, order } = await buyer()
  for (const reference of ['c-1', 'c-2'])
    await call('importOrder', { ...origin, reference, ...(reference === 'c-1' ? { order } : {}) })
  await call('importClick', { ...origin, reference: 'c-3' })
  // Webhooks may still change the other columns.
  const attempt = () =>
    testServer.database.db
      .selectFrom('payment_attempts')
      .select(['member_id', 'amount_minor', 'granted_at', 'refunded_minor'])
      .where('id', '=', order)
      .executeTakeFirst()
  const before = await attempt()
  const changed = await since(async () => {
    for (const reference of ['c-3', 'c-4']) expect((await call('cancelOrder', { reference })).status).toBe(404)
    expect((await call('cancelOrder', { reference: 'c-1' }, 'battito.localhost')).status).toBe(404)
    for (const _again of [1, 2]) expect(await call('cancelOrder', { reference: 'c-1' })).toMatchObject(ok)
    expect((await call('importOrder', { ...origin, reference: 'c-1', order })).body.code).toBe('reference_used')
    expect((await call('importOrder', { ...origin, reference: 'c-1' })).body.code).toBe('reference_used')
    expect(await call('importOrder', { ...origin, reference: 'c-5', order })).toMatchObject(ok)
  })
  expect(changed).toEqual([
    { ...row, kind: 'order', reference: 'c-1', cancelled_at: now },
    { ...row, kind: 'order', reference: 'c-5', attempt_id: order, member_id: id },
  ])
  expect(await attempt()).toEqual(before)
})

const paths = (['importClick', 'importOrder', 'importUpsell', 'cancelOrder'] as const).map((id) => routes[id].path)
const valid = (path: string) =>
  path === routes.cancelOrder.path ? { reference: 'order-1' } : { ...origin, reference: 'never-stored' }

test.each(paths)('%s is refused before its body is read, unless the key is this brand’s', async (path) => {
  const member = await testServer.member()
  const added = await since(async () => {
    for (const key of [
      undefined,
      '',
      `${keys.localhost} `.repeat(2),
      keys['battito.localhost'],
      keys.localhost.slice(1),
    ])
      for (const body of [valid(path), { unknown: true }])
        expect(
          (await testServer.call(path, { body, headers: key === undefined ? {} : { 'x-affiliate-key': key } })).status,
        ).toBe(401)
    // A session is no key.
    expect((await testServer.call(path, { body: valid(path), token: member.token })).status).toBe(401)
    const headers = { 'x-affiliate-key': keys.localhost }
    expect((await testServer.call(path, { body: valid(path), host: 'vicino.localhost', headers })).status).toBe(404)
  })
  expect(added).toEqual([])
})

test.each([
  ['importClick', { pageType: 'landing' }],
  ['importClick', { ...origin, kcampaign: ' ' }],
  ['importClick', { ...origin, kcampaign: 'x'.repeat(201) }],
  ['importClick', { ...origin, kcampaign: 'two\nlines' }],
  ['importClick', { ...origin, pageType: 'x'.repeat(61) }],
  ['importClick', { ...origin, amount: '4.90' }],
  ['importOrder', origin],
  ['importOrder', { ...origin, reference: '' }],
  ['importOrder', { ...origin, reference: 'x'.repeat(65) }],
  ['importOrder', { ...origin, reference: 'a b' }],
  ['importUpsell', { ...origin, reference: 'u-1', order: 'order-1' }],
  ['cancelOrder', {}],
] as const)('%s refuses %o', async (id, body) => {
  const added = await since(async () => expect((await call(id, body)).status).toBe(400))
  expect(added).toEqual([])
})

test('the longest texts are stored', async () => {
  const sent = { kcampaign: 'x'.repeat(200), pageType: 'y'.repeat(60), reference: 'z'.repeat(64) }
  const added = await since(async () => expect(await call('importClick', sent)).toMatchObject(ok))
  expect(added).toMatchObject([{ campaign: sent.kcampaign, page_type: sent.pageType, reference: sent.reference }])
})

test('the operator sees what was reported for each campaign, and what was paid', async () => {
  const [paid, foreign] = [await buyer(), await buyer('battito.localhost')]
  const report = (...args: string[]) =>
    runPayments(['campaigns', ...args], {
      db: testServer.database.db,
      connections: createConnections([]),
      log: createLog('silent'),
      clock: () => now,
      brandKeys: ['local', 'battito'],
      user: 'grace',
    })
  const from = { kcampaign: 'report', pageType: 'landing' }
  for (const reference of ['r-1', 'r-2', 'r-3']) await call('importClick', { ...from, reference })
  await call('importOrder', { ...from, reference: 'r-4', order: paid.order })
  for (const reference of ['r-5', 'r-6']) await call('importOrder', { ...from, reference })
  await call('cancelOrder', { reference: 'r-5' })
  await call('importUpsell', { ...from, kcampaign: 'report-2', reference: 'r-7' })
  await call('importOrder', { ...from, reference: 'r-1', order: foreign.order }, 'battito.localhost')
  const age = (reference: string, ms: number) =>
    testServer.database.db
      .updateTable('affiliate_imports')
      .set({ created_at: new Date(now.getTime() - ms) })
      .where('brand_id', '=', 'local')
      .where('reference', '=', reference)
      .execute()
  await age('r-2', 86_400_000)
  await age('r-3', 86_400_001)
  const { ok: isOk, lines } = await report('--brand', 'local', '--days', '1')
  expect([isOk, lines.filter((line) => line.startsWith('report'))]).toEqual([
    true,
    [
      'report  click: 2 reported',
      'report  order: 3 reported, 1 cancelled, 1 paid',
      'report-2  upsell: 1 reported, 0 cancelled, 0 paid',
    ],
  ])
  expect((await report('--brand', 'local')).lines).toContain('report  click: 3 reported')
  expect((await report('--brand', 'nobody')).lines[0]).toMatch(/^--brand: /)
  expect((await report('--brand', 'local', '--days', '0')).lines[0]).toMatch(/^--days: /)
})

test('a key belongs to one brand that exists, and is long', () => {
  const key = 'k'.repeat(32)
  const brands = testServer.context.brands
  const read = (env: Record<string, string>) => [...affiliateKeysOf(readAffiliateKeys(env), brands)]
  expect(read({})).toEqual([])
  expect(read({ AFFILIATE_KEY__BATTITO: key })).toEqual([['battito', key]])
  expect(() => read({ AFFILIATE_KEY: key })).toThrow(/^AFFILIATE_KEY: belongs to one brand/)
  expect(() => read({ AFFILIATE_KEY__BATTITO: 'k'.repeat(31) })).toThrow(/^AFFILIATE_KEY__BATTITO: .*32/)
  expect(() => read({ AFFILIATE_KEY__OTHER: key })).toThrow(/OTHER: there is no such brand/)
})

test('a brand’s postbacks are signed with a key of its own, without which the server does not start', () => {
  const { brands } = testServer.context
  const list = brands.list.map((brand) =>
    brand.key === 'battito'
      ? { ...brand, postbacks: [{ key: 't', on: ['lead'] as const, url: 'https://t.example/?c={clickid}' }] }
      : brand,
  )
  const read = (env: Record<string, string>) => [...postbackKeysOf(readPostbackKeys(env), { ...brands, list })]
  const key = 'p'.repeat(32)
  expect(read({ POSTBACK_KEY__BATTITO: key })).toEqual([['battito', key]])
  expect(() => read({})).toThrow('POSTBACK_KEY__BATTITO: is missing, its postbacks are signed')
  expect(() => read({ POSTBACK_KEY: key })).toThrow(/^POSTBACK_KEY: belongs to one brand/)
  expect(() => read({ POSTBACK_KEY__BATTITO: 'k'.repeat(31) })).toThrow(/^POSTBACK_KEY__BATTITO: .*32/)
})
