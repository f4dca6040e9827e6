import { afterAll, beforeAll, expect, it } from 'vitest'
import { monthOf } from '#platform/database/partitions.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'

let testServer: TestServer
let now = Date.now()
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false, clock: () => new Date(now) })
})
afterAll(() => testServer.close())

const report = (member: TestMember | undefined, more: object = {}) =>
  testServer.call('/kpi/log/event', {
    body: { clickid: member?.session.clickid ?? 'visitor1', nome_evento: 'tentativo', ...more },
    ...(member ? { token: member.token } : {}),
  })
const allow = async (member: TestMember, analytics: boolean) => {
  now += 1000
  const body = { analytics, remarketing: false, l: 'it' }
  expect((await testServer.call('/api/consents/cookies', { body, token: member.token })).status).toBe(200)
}
const kept = (member: TestMember) =>
  testServer.database.db
    .selectFrom('kpi_events')
    .selectAll()
    .where('member_id', '=', member.session.angelId)
    .orderBy('id')
    .execute()

it('stores events of members who allow analytics, with the level and flow the server knows', async () => {
  const member = await testServer.member()
  await allow(member, true)
  const claimed = { premiumLevel: 2, flux: '0000', email: 'x@person.example.com', country: 'FR', ua: 'x', service: 'h' }
  for (const nome_evento of ['initiate_checkout', 'tentativo'])
    expect((await report(member, { nome_evento, valore_evento: 'plan-1m', ...claimed })).body).toEqual({ result: 'OK' })
  const rows = await kept(member)
  expect(rows).toMatchObject([
    { name: 'initiate_checkout', value: 'plan-1m', level: 0, flow_id: '7', brand_id: 'local' },
    { name: 'tentativo', value: 'plan-1m', level: 0, flow_id: '7', brand_id: 'local' },
  ])
  expect(JSON.stringify(rows)).not.toContain('person.example.com')
})

it.each([[{}], [{ plan: 'plan-1m', step: 2, again: false, from: null, clickid: 'x' }], ['a text'], [''], [undefined]])(
  'takes any metadata, here %j, and stores none of it',
  async (metadata) => {
    const member = await testServer.member()
    await allow(member, true)
    expect((await report(member, { metadata })).body).toEqual({ result: 'OK' })
    const [row] = await kept(member)
    expect(row).toMatchObject({ name: 'tentativo', value: '' })
  },
)

it.each([
  [[]],
  [{ deep: { deeper: 1 } }],
  [{ long: 'x'.repeat(501) }],
  [{ ['x'.repeat(65)]: 1 }],
  ['x'.repeat(501)],
  [7],
])('refuses metadata that is no text or flat object', async (metadata) => {
  const member = await testServer.member()
  await allow(member, true)
  expect((await report(member, { metadata })).status).toBe(400)
  expect(await kept(member)).toEqual([])
})

it('stores nothing of visitors, or of members who did not consent or withdrew', async () => {
  const member = await testServer.member()
  expect((await report(member)).status).toBe(200)
  await allow(member, true)
  await allow(member, false)
  expect((await report(member)).status).toBe(200)
  expect((await report(undefined)).status).toBe(200)
  expect(await kept(member)).toEqual([])
})

it('counts a once-only event once', async () => {
  const member = await testServer.member()
  await allow(member, true)
  await Promise.all([true, 1, true].map((unica) => report(member, { unica })))
  expect(await kept(member)).toHaveLength(1)
  await report(member, { unica: 0 })
  expect(await kept(member)).toHaveLength(2)
  await report(member)
  expect(await kept(member)).toHaveLength(3)
  // Another kind of event is counted separately.
  await report(member, { nome_evento: 'initiate_checkout', unica: true })
  expect(await kept(member)).toHaveLength(4)
})

it('a flood from one address is refused early, and fills no table', async () => {
  const small = await startTestServer({ jobs: false, limitFactor: 1 })
  try {
    const member = await small.member()
    const body = { analytics: true, remarketing: false, l: 'it' }
    await small.call('/api/consents/cookies', { body, token: member.token })
    const event = { clickid: member.session.clickid, nome_evento: 'engage', valore_evento: 'x'.repeat(100) }
    const statuses = await Promise.all(
      Array.from({ length: 500 }, () =>
        small.call('/kpi/log/event', { body: event, token: member.token }).then(({ status }) => status),
      ),
    )
    const stored = statuses.filter((status) => status === 200).length
    expect(statuses.every((status) => status === 200 || status === 429 || status === 503)).toBe(true)
    expect(stored).toBeLessThanOrEqual(300)
    const rows = await small.database.pool.query(
      'select count(*)::int as n from kpi_events where name = $1 and member_id = $2',
      ['engage', member.session.angelId],
    )
    expect(rows.rows[0]).toEqual({ n: stored })
  } finally {
    await small.close()
  }
})

it('stores a paying member’s level', async () => {
  const member = await testServer.member()
  await testServer.database.db
    .updateTable('members')
    .set({ level: 1 })
    .where('id', '=', member.session.angelId)
    .execute()
  await allow(member, true)
  await report(member, { premiumLevel: 0 })
  expect(await kept(member)).toMatchObject([{ level: 1 }])
})

it("refuses another member's id and an unknown event", async () => {
  const [member, other] = [await testServer.member(), await testServer.member()]
  expect((await report(member, { clickid: other.session.clickid })).status).toBe(404)
  expect((await report(member, { nome_evento: 'purchase' })).status).toBe(400)
})

it('deletes events 369 days after the end of their month', async () => {
  const member = await testServer.member()
  await allow(member, true)
  await report(member)
  const deletedAt = monthOf(new Date(now), 1).getTime() + 369 * 86_400_000
  now = deletedAt - 1
  const sweep = () => testServer.context.jobs.handlers['retention']?.({}, { attempt: 1, last: false })
  await sweep()
  expect(await kept(member)).toHaveLength(1)
  now = deletedAt
  await sweep()
  expect(await kept(member)).toEqual([])
})

it('feeds no claim: the nightly measurement shows none for a few members', async () => {
  await testServer.context.jobs.handlers['insight-measure']?.({}, { attempt: 1, last: false })
  const { status, body } = await testServer.call('/api/claims')
  expect(status).toBe(200)
  expect(JSON.stringify(body)).not.toMatch(/initiate_checkout|tentativo/)
  const { db } = testServer.database
  expect((await db.selectFrom('claim_figures').select('computed_at').execute()).length).toBeGreaterThan(0)
})
