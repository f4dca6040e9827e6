import { afterAll, beforeAll, expect, it } from 'vitest'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'

const now = new Date('2031-05-10T12:00:00Z')
let server: TestServer
let ada: TestStaff
beforeAll(async () => {
  server = await startTestServer({ jobs: false, clock: () => now })
  ada = await staffMember(server, { roles: ['marketing@battito', 'marketing@brisa'], name: 'Ada', at: now })
  const slice = (metric: string, value: string, count: number, over: object = {}) => ({
    brand_id: 'battito',
    metric,
    dimension: 'source',
    day: '2031-05-10',
    value,
    currency: '',
    count,
    amount_minor: 0,
    ...over,
  })
  const euros = (amount: number) => ({ currency: 'EUR', amount_minor: amount })
  await server.database.db
    .insertInto('kpi_slices')
    .values([
      slice('visits', 'radio', 40),
      slice('visits', 'radio', 2, { day: '2031-05-01' }),
      slice('visits', 'radio', 900, { day: '2031-04-30' }),
      slice('visits', 'radio', 800, { brand_id: 'brisa' }),
      slice('sign_ups', 'radio', 5),
      slice('first_payments', 'radio', 2, euros(4980)),
      slice('payments', 'radio', 3, euros(7470)),
      slice('payments', 'radio', 1, { currency: 'GBP', amount_minor: 1990 }),
      slice('refunds', 'radio', 1, euros(2490)),
      slice('funnel_complaint', 'radio', 1),
      slice('likes', 'radio', 77),
      slice('visits', 'direct', 60),
      slice('visits', 'may', 9, { dimension: 'campaign' }),
      slice('sign_ups', '', 3, { dimension: 'campaign' }),
      slice('visits', '', 500, { dimension: 'all' }),
    ])
    .execute()
})
afterAll(() => server?.close())

const list = (by = 'source', brand = 'battito', period = 'from=2031-05-01&to=2031-05-10') =>
  ada.call(`/admin/api/${brand}/campaigns?${period}&by=${by}`)
const nothing = { name: '', note: '' }
const name = (body: object, brand = 'battito', by = ada) =>
  by.call(`/admin/api/${brand}/campaigns`, { method: 'PUT', body: { before: nothing, ...body } })

it('have the figures of the period and the brand, those with most visits first', async () => {
  const { status, body } = await list()
  expect(status).toBe(200)
  expect(body.campaigns.map((one: { value: string }) => one.value)).toEqual(['direct', 'radio'])
  expect(body.campaigns[1]).toEqual({
    value: 'radio',
    name: '',
    note: '',
    changedBy: null,
    changedAt: null,
    visits: 42,
    signUps: 5,
    firstPayments: 2,
    payments: 4,
    refunds: 1,
    complaints: 1,
    money: [
      { currency: 'EUR', revenueMinor: 7470, refundedMinor: 2490 },
      { currency: 'GBP', revenueMinor: 1990, refundedMinor: 0 },
    ],
  })
  expect(body).toMatchObject({ more: false, site: { defaultFlow: expect.any(String) } })
  expect(body.site.origin).toMatch(/^https?:\/\//)
  expect(body.site.flows).toContain(body.site.defaultFlow)
  const campaigns = (await list('campaign')).body.campaigns
  expect(
    campaigns.map((one: { value: string; visits: number; signUps: number }) => [one.value, one.visits, one.signUps]),
  ).toEqual([
    ['may', 9, 0],
    ['', 0, 3],
  ])
})

it('are named for colleagues, at one brand and of one kind, and the name is taken away', async () => {
  const given = { by: 'source', value: 'radio', name: 'Radio Uno, mornings', note: 'Until June.\nAsk Bea.' }
  expect((await name(given)).status).toBe(200)
  expect((await name(given)).status).toBe(200)
  const shown = async (by = 'source', brand = 'battito') =>
    (await list(by, brand)).body.campaigns.find((one: { value: string }) => one.value === 'radio')
  expect(await shown()).toMatchObject({ name: given.name, note: given.note, changedBy: { name: 'Ada' } })
  expect(await shown('source', 'brisa')).toMatchObject({ name: '' })
  await name({ ...given, ...nothing, before: { name: given.name, note: given.note } })
  expect(await shown()).toMatchObject({ name: '', note: '', changedBy: null })
  const { rows } = await server.database.pool.query(
    `select action from audit_entries where brand_id = 'battito' order by seq`,
  )
  expect(rows).toEqual([{ action: 'campaign_named' }, { action: 'campaign_named' }])
})

it('are named only over the name that was read, so that no colleague’s note is lost; repeated, once', async () => {
  const bea = await staffMember(server, { roles: ['marketing@battito'], name: 'Bea', at: now })
  const of = { by: 'source', value: 'together' }
  const both = await Promise.all([
    name({ ...of, name: 'One', note: '' }),
    name({ ...of, name: 'Two', note: '' }, 'battito', bea),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const read = { name: both[0]?.status === 200 ? 'One' : 'Two', note: '' }
  const theirs = { ...of, ...read, note: 'Ends in June', before: read }
  expect((await name(theirs, 'battito', bea)).status).toBe(200)
  const late = await name({ ...of, name: 'Renamed', note: '', before: read })
  expect([late.status, late.body.code]).toEqual([409, 'campaign_changed'])
  expect(late.body.message).toContain('Bea')
  expect((await name({ ...of, ...nothing, before: read })).body.code).toBe('campaign_changed')
  // Its answer was lost.
  expect((await name(theirs, 'battito', bea)).status).toBe(200)
  const { rows } = await server.database.pool.query(
    `select name, note from campaign_names where brand_id = 'battito' and value = 'together'`,
  )
  expect(rows).toEqual([{ name: read.name, note: 'Ends in June' }])
})

it.each([
  ['a second line in the name', { name: 'One\nTwo' }],
  ['a name that turns its direction', { name: 'gnp.\u202eexe' }],
  ['a long name', { name: 'x'.repeat(81) }],
  ['a value that cannot be stored', { value: 'a\u0000b' }],
  ['another kind', { by: 'flow' }],
])('are not named with %s', async (_what, over) => {
  expect((await name({ by: 'source', value: 'radio', name: 'Radio', note: '', ...over })).status).toBe(400)
})

it.each(['from=2031-05-10&to=2031-05-09', 'from=2028-01-01&to=2031-05-09', 'from=now&to=2031-05-09'])(
  'are refused for %s',
  async (period) => expect((await list('source', 'battito', period)).status).toBe(400),
)

it('are two hundred at most, those with most visits, and it is said that there are more', async () => {
  await server.database.db
    .insertInto('kpi_slices')
    .values(
      Array.from({ length: 205 }, (_, n) => ({
        brand_id: 'brisa',
        metric: 'visits',
        dimension: 'campaign',
        day: '2031-05-10',
        value: `k${n}`,
        currency: '',
        count: n + 1,
        amount_minor: 0,
      })),
    )
    .execute()
  const { campaigns, more } = (await list('campaign', 'brisa')).body
  expect([campaigns.length, campaigns[0].value, campaigns.at(-1).value, more]).toEqual([200, 'k204', 'k5', true])
})
