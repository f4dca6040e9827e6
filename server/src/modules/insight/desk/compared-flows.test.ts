import type { FlowComparison } from '@incontro/contract/admin'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { loadBrands } from '#modules/brands/index.ts'
import { loadFlows } from '#modules/flows/index.ts'
import { invite } from '#modules/identity/index.ts'
import { copyOfBrands } from '#test/support/brands-folder.ts'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { countDay } from '../rollups/count-days.ts'

/** Sign-ups are on the first of May; they are looked at two weeks later. */
const signedUp = new Date('2031-05-01T09:00:00Z')
const looked = new Date('2031-05-15T12:00:00Z')
let now = signedUp
let copy: ReturnType<typeof copyOfBrands>
let server: TestServer
let marketing: TestStaff
const members = new Map<string, string>()
const host = 'brisa.localhost'

beforeAll(async () => {
  copy = copyOfBrands()
  copy.write('_flows/7b.json', JSON.stringify({ base: '7', fluxId: '7b' }))
  copy.edit('brisa/brand.json', (brand) =>
    Object.assign(brand, { comparedFlows: { '7': { with: '7b', share: 50, since: '2031-05-01' } } }),
  )
  const brands = loadBrands(copy.dir)
  server = await startTestServer({
    jobs: false,
    clock: () => now,
    brands,
    flows: loadFlows(copy.dir, brands),
    bystanders: false,
  })
  marketing = await staffMember(server, { roles: ['marketing@brisa', 'owner@battito'], at: looked })
  for (let n = 0; n < 16; n += 1) members.set(await signUp(`visitor-${n}`), `visitor-${n}`)
})
afterAll(async () => {
  await server?.close()
  copy?.remove()
})
beforeEach(() => {
  now = looked
})

const run = async (text: string, values: unknown[] = []) => (await server.database.pool.query(text, values)).rows
async function signUp(clickid: string, form: object = {}): Promise<string> {
  const { session } = await server.registeredMember({ host, confirmed: false, form: { clickid, ...form } })
  return session.angelId
}
const flowOf = async (id: string): Promise<string> =>
  (await run('select flow_id from members where id = $1', [id]))[0].flow_id
const inFlow = async (flow: string): Promise<string[]> =>
  (await run(`select id from members where brand_id = 'brisa' and flow_id = $1 order by id`, [flow])).map(
    (row) => row.id,
  )
const compared = async (query = 'aim=payment&points=1'): Promise<FlowComparison> => {
  const { status, body } = await marketing.call(`/admin/api/brisa/figures/flows?${query}`)
  expect(status).toBe(200)
  expect(body.comparisons).toHaveLength(1)
  return body.comparisons[0]
}
const countFirstOfMay = () => countDay(server.database.db, server.context.brands.byKey('brisa')!, '2031-05-01', looked)

async function paid(memberId: string): Promise<string> {
  const [{ id }] = await run(
    `insert into payment_attempts (id, brand_id, member_id, order_key, provider, flow_id, flow_version, plan_id, plan, amount_minor, currency,
      state, created_at, updated_at, granted_at, connection)
     values (gen_random_uuid(), 'brisa', $1, gen_random_uuid(), 'adyen', '7', '1', 'p', '{}', 2490, 'EUR', 'captured', $2, $2, $2, 'adyen') returning id`,
    [memberId, signedUp],
  )
  return id
}
const refunded = (memberId: string, attempt: string, reason: string, state: string) =>
  run(
    `insert into refunds (id, brand_id, member_id, attempt_id, reason, amount_minor, currency, credits, state, created_at, updated_at)
     values (gen_random_uuid(), 'brisa', $1, $2, $3, 1000, 'EUR', 0, $4, $5, $5)`,
    [memberId, attempt, reason, state, signedUp],
  )
const wrote = (memberId: string, topic: string) =>
  run(
    `insert into tickets (brand_id, id, member_id, signed_in, name, email, topic, subject, locale, opened_at, last_at, waiting_since)
     values ('brisa', gen_random_uuid(), $1, true, 'Ada', 'ada@person.example', $2, 'Ciao', 'it', $3, $3, $3)`,
    [memberId, topic, signedUp],
  )

it('a visitor keeps the flow to which the tracker id leads, whatever the form asks for', async () => {
  now = signedUp
  expect((await inFlow('7')).length).toBeGreaterThan(0)
  expect((await inFlow('7b')).length).toBeGreaterThan(0)
  for (const fluxId of ['7', '7b', '18']) {
    // The same visitor once more, with another address.
    const again = await signUp('visitor-0', { fluxId })
    const first = [...members].find(([, visitor]) => visitor === 'visitor-0')?.[0] ?? ''
    expect(await flowOf(again)).toBe(await flowOf(first))
  }
  // Without an advertisement nothing is divided.
  const plain = await signUp('visitor-0', { fluxId: '0000' })
  expect(await flowOf(plain)).toBe('0000')
})

it('each figure is a count of rows, and leads to them', async () => {
  const [first, second] = [await inFlow('7'), await inFlow('7b')]
  const [ada, bea] = [first[0]!, second[0]!]
  await refunded(ada, await paid(ada), 'back_office', 'refunded')
  await refunded(bea, await paid(bea), 'withdrawal', 'failed')
  // A question is no complaint; what is wrong with a payment is one.
  await wrote(ada, 'other')
  await wrote(bea, 'payments')
  await wrote(bea, 'safety')
  await run(`insert into visit_days (brand_id, day, entry, source, campid, flow_id, country, visits) values
    ('brisa', '2031-05-01', '/', 'radio', '', '7', 'IT', 40), ('brisa', '2031-05-01', '/', 'radio', '', '7b', 'IT', 50),
    ('battito', '2031-05-01', '/', 'radio', '', '7b', 'IT', 1000)`)
  await countFirstOfMay()
  const found = await compared()
  expect(found).toMatchObject({ flows: ['7', '7b'], share: 50, from: '2031-05-01', to: '2031-05-01', waiting: [0, 0] })
  const counts = Object.fromEntries(
    found.rates.map(({ rate, shares }) => [rate, shares.map(({ count, of }) => [count, of])]),
  )
  const born = async (flow: string) =>
    Number(
      (
        await run(`select count(*) from members where brand_id = 'brisa' and flow_id = $1 and created_at = $2`, [
          flow,
          signedUp,
        ])
      )[0].count,
    )
  const [a, b] = [await born('7'), await born('7b')]
  expect(counts).toEqual({
    sign_up: [
      [a, 40],
      [b, 50],
    ],
    first_message: [
      [0, a],
      [0, b],
    ],
    payment: [
      [1, a],
      [1, b],
    ],
    refund: [
      [1, 1],
      [0, 1],
    ],
    withdrawal: [
      [0, 1],
      [1, 1],
    ],
    complaint: [
      [0, a],
      [1, b],
    ],
  })
  for (const [metric, flow, ids] of [
    ['funnel_payment', '7', [ada]],
    ['funnel_payment', '7b', [bea]],
    ['funnel_refund', '7', [ada]],
    ['funnel_withdrawal', '7b', [bea]],
    ['funnel_complaint', '7b', [bea]],
    ['funnel_complaint', '7', []],
  ] as const) {
    const { body } = await marketing.call(
      `/admin/api/brisa/figures/rows?metric=${metric}&day=2031-05-01&to=2031-05-02&flow=${flow}`,
    )
    expect([metric, flow, body.rows.map((row: { id: string }) => row.id)]).toEqual([metric, flow, ids])
  }
  const signUps = await marketing.call(
    '/admin/api/brisa/figures/rows?metric=sign_ups&day=2031-05-01&to=2031-05-01&flow=7b',
  )
  expect(signUps.body.rows).toHaveLength(b)
})

it('a sign-up is compared when it is two weeks old, and not before', async () => {
  now = new Date(looked.getTime() - 86_400_000)
  const early = await compared()
  expect(early.to).toBeNull()
  expect(early.waiting.reduce((sum, one) => sum + one)).toBeGreaterThan(10)
  expect(early.rates.flatMap(({ shares }) => shares.map(({ count }) => count)).every((count) => count === 0)).toBe(true)
  expect(early.conclusion.kind).toBe('too_few')
})

it('says how many are needed, and concludes by what is asked for and never by payments alone', async () => {
  const { conclusion } = await compared()
  expect(conclusion).toEqual({ kind: 'too_few', needed: expect.any(Number) })
  const needed = async (points: string) => {
    const { rates } = await compared(`aim=payment&points=${points}`)
    return rates.find(({ rate }) => rate === 'payment')?.needed ?? 0
  }
  expect(await needed('0.5')).toBeGreaterThan(await needed('1'))
  // Enough of both, counted on the same day.
  await run(
    `update kpi_slices set count = 20000 where brand_id = 'brisa' and dimension = 'flow' and metric = 'sign_ups'`,
  )
  await run(
    `update kpi_slices set count = case value when '7' then 1000 else 1500 end where brand_id = 'brisa' and dimension = 'flow' and metric = 'funnel_payment'`,
  )
  await run(
    `update kpi_slices set count = 1 where brand_id = 'brisa' and dimension = 'flow' and metric in ('funnel_refund', 'funnel_withdrawal', 'funnel_complaint')`,
  )
  expect((await compared()).conclusion).toEqual({ kind: 'at_a_price', which: 1, harms: ['withdrawal', 'complaint'] })
  await run(
    `delete from kpi_slices where brand_id = 'brisa' and dimension = 'flow' and metric in ('funnel_withdrawal', 'funnel_complaint')`,
  )
  expect((await compared()).conclusion).toEqual({ kind: 'better', which: 1 })
  await countFirstOfMay()
})

it('another brand has none of it, and without a choice nothing is answered', async () => {
  expect((await marketing.call('/admin/api/battito/figures/flows?aim=payment&points=1')).body).toEqual({
    comparisons: [],
  })
  const stranger = await staffMember(server, { roles: ['owner@battito'], at: looked })
  expect((await stranger.call('/admin/api/brisa/figures/flows?aim=payment&points=1')).status).toBe(403)
  expect(
    (await stranger.call('/admin/api/brisa/figures/rows?metric=funnel_payment&day=2031-05-01&flow=7b')).status,
  ).toBe(403)
  const moderator = await staffMember(server, { roles: ['moderator@brisa'], at: looked })
  expect((await moderator.call('/admin/api/brisa/figures/flows?aim=payment&points=1')).status).toBe(403)
  for (const query of [
    '',
    'aim=payment',
    'aim=refund&points=1',
    'aim=payment&points=0',
    'aim=payment&points=1&flow=7b',
  ])
    expect([query, (await marketing.call(`/admin/api/brisa/figures/flows?${query}`)).status]).toEqual([query, 400])
  for (const query of [
    'metric=payments&day=2031-05-01&to=2031-05-02',
    'metric=sign_ups&day=2031-05-02&to=2031-05-01',
    'metric=sign_ups&day=2029-04-30&to=2031-05-02',
  ])
    expect([query, (await marketing.call(`/admin/api/brisa/figures/rows?${query}`)).status]).toEqual([query, 400])
  // Rows of the other brand that are in a flow of the same name are not among them.
  const { body } = await marketing.call('/admin/api/battito/figures/rows?metric=sign_ups&day=2031-05-01&flow=7b')
  expect(body.rows).toEqual([])
})

it('no one is invited into a flow that is compared', async () => {
  const { db } = server.database
  const { brands } = server.context
  const deps = { db, brands, flows: loadFlows(copy.dir, brands), clock: () => now, here: server.url }
  const wish = { brand: 'brisa', email: 'guest@person.example.com', red: '/find', days: '14' }
  for (const flow of ['7', '7b']) await expect(invite(deps, { ...wish, flow })).rejects.toThrow(/is being compared/)
  await expect(invite(deps, { ...wish, flow: '18' })).resolves.toContain('/external_email')
})
