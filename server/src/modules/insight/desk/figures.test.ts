import { afterAll, beforeAll, expect, it } from 'vitest'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'

const now = new Date('2031-05-10T12:00:00Z')
let server: TestServer
let marketing: TestStaff
beforeAll(async () => {
  server = await startTestServer({ jobs: false, clock: () => now })
  marketing = await staffMember(server, { roles: ['marketing@battito'], at: now })
  const { db } = server.database
  const slice = (dimension: string, day: string, value: string, count: number, over: object = {}) => ({
    brand_id: 'battito',
    metric: 'sign_ups',
    dimension,
    day,
    value,
    currency: '',
    count,
    amount_minor: 0,
    ...over,
  })
  await db
    .insertInto('kpi_slices')
    .values([
      slice('all', '2031-05-09', '', 5),
      slice('all', '2031-05-10', '', 7),
      slice('all', '2031-05-10', '', 99, { brand_id: 'brisa' }),
      slice('all', '2031-05-10', '', 2, { metric: 'payments', currency: 'EUR', amount_minor: 4980 }),
      slice('campaign', '2031-05-10', '=cmd|x', 4),
      slice('campaign', '2031-05-10', 'k2', 3),
      slice('all', '2031-04-30', '', 40, { metric: 'present' }),
      slice('all', '2031-05-10', '', 50, { metric: 'present' }),
    ])
    .execute()
})
afterAll(() => server?.close())

const get = (path: string, by = marketing) => by.call(`/admin/api/battito/${path}`)
const may = 'from=2031-05-01&to=2031-05-10'

it('are given by step or divided, of the brand alone; what was true on a day is not added up', async () => {
  const { body } = await get(`figures?${may}&metrics=sign_ups,payments,sign_ups`)
  expect(body.points).toEqual([
    { metric: 'sign_ups', at: '2031-05-09', currency: '', count: 5, amountMinor: 0 },
    { metric: 'payments', at: '2031-05-10', currency: 'EUR', count: 2, amountMinor: 4980 },
    { metric: 'sign_ups', at: '2031-05-10', currency: '', count: 7, amountMinor: 0 },
  ])
  const month = await get('figures?from=2031-04-01&to=2031-05-10&metrics=sign_ups,present&step=month')
  expect(month.body.points.map((one: { at: string; count: number }) => [one.at, one.count])).toEqual([
    ['2031-04-01', 40],
    ['2031-05-01', 50],
    ['2031-05-01', 12],
  ])
  const by = await get(`figures?${may}&metrics=sign_ups&by=campaign`)
  expect(by.body.points.map((one: { at: string; count: number }) => [one.at, one.count])).toEqual([
    ['=cmd|x', 4],
    ['k2', 3],
  ])
  expect(by.body.more).toBe(false)
  const only = await get(`figures?${may}&metrics=sign_ups&of=campaign&value=k2`)
  expect(only.body.points).toMatchObject([{ at: '2031-05-10', count: 3 }])
})

it('leave as CSV in which nothing is calculated, and that is in the audit', async () => {
  const file = await get(`figures.csv?${may}&metrics=sign_ups&by=campaign`)
  expect(file.headers.get('content-disposition')).toContain('battito-figures-2031-05-01-2031-05-10.csv')
  expect(file.body.replace('\u{FEFF}', '').trimEnd().split('\n')).toEqual([
    'figure,campaign,count,amount,currency',
    `sign_ups,'=cmd|x,4,,`,
    'sign_ups,k2,3,,',
  ])
  const entry = await server.database.db
    .selectFrom('audit_entries')
    .select(['action', 'staff_id'])
    .where('brand_id', '=', 'battito')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  expect(entry).toEqual({ action: 'figures_exported', staff_id: marketing.id })
})

it.each([
  'figures?from=2031-05-10&to=2031-05-09&metrics=sign_ups',
  'figures?from=2028-05-01&to=2031-05-09&metrics=sign_ups',
  `figures?${may}&metrics=passwords`,
  `figures?${may}&metrics=sign_ups&by=campaign&of=source&value=x`,
  `figures?${may}&metrics=sign_ups&step=hour`,
  'figures?from=yesterday&to=2031-05-09&metrics=sign_ups',
  'figures/balance?from=2021-05-10&to=2031-05-09',
  'figures/rows?day=2031-05-10&metric=event_like',
])('are refused for %s', async (path) => {
  expect((await get(path)).status).toBe(400)
})

it('lead to their rows, and listing them is in the audit', async () => {
  const born = new Date('2031-05-10T09:00:00Z')
  const member = await server.member({ host: 'battito.localhost' })
  await server.member({ host: 'brisa.localhost' })
  const id = member.session.angelId
  await server.database.db.updateTable('members').set({ created_at: born }).where('id', '=', id).execute()
  const { body } = await get('figures/rows?day=2031-05-10&metric=sign_ups')
  expect(body.rows.map((row: { id: string }) => row.id)).toEqual([id])
  const { rows } = await server.database.pool.query(
    `select action from audit_entries where brand_id = 'battito' order by seq desc limit 1`,
  )
  expect(rows).toEqual([{ action: 'figure_rows_read' }])
})
