import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#platform/ids.ts'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'

let server: TestServer
let owner: TestStaff
beforeAll(async () => {
  server = await startTestServer({ jobs: false })
  owner = await staffMember(server, { roles: ['owner@battito', 'owner@brisa'], name: 'Olga' })
})
afterAll(() => server?.close())

const reason = 'Nominato da AGCOM il 3 novembre'
const path = (rest = '', brand = 'battito') => `/admin/api/${brand}/trusted-flaggers${rest}`
const wish = (more: object = {}) => ({
  id: newId(),
  name: 'Telefono Azzurro',
  email: `${newId()}@flagger.example.com`,
  reason,
  ...more,
})
const tokenOf = (link: unknown) => new URL(String(link)).searchParams.get('flagger')

/** @returns its id, address and the secret of its link */
async function flagger(more: object = {}) {
  const body = wish(more)
  const reply = await owner.call(path(), { body })
  expect(reply.status).toBe(200)
  return { ...body, token: tokenOf(reply.body.link) }
}

const send = (token: unknown, more: object = {}, host = 'battito.localhost') =>
  server.call('/api/notice', {
    host,
    body: { place: 'Profilo di Ada', reason: 'scam', text: 'Chiede soldi', goodFaith: true, flagger: token, ...more },
  })
const lastReport = () =>
  server.database.db
    .selectFrom('reports')
    .innerJoin('cases', 'cases.subject_id', 'reports.id')
    .select(['channel', 'flagger_id', 'cases.source', 'cases.risk', 'cases.id'])
    .orderBy('reports.created_at', 'desc')
    .executeTakeFirstOrThrow()
const listed = async (brand = 'battito') =>
  (await owner.call(path('', brand))).body.flaggers as { id: string; notices: number; endedAt: string | null }[]

it('a notice by the link of a trusted flagger comes before others, in its name', async () => {
  const { id, email, token } = await flagger()
  expect((await send(undefined, { email: 'ada@person.example.com' })).status).toBe(200)
  const ofAnybody = await lastReport()
  expect((await send(token)).status).toBe(200)
  const report = await lastReport()
  expect(report).toMatchObject({ channel: 'flagger', flagger_id: id, source: 'flagger' })
  expect(report.risk).toBeGreaterThan(ofAnybody.risk)
  const mails = await server.database.db.selectFrom('emails').select('kind').where('to_address', '=', email).execute()
  expect(mails).toEqual([{ kind: 'notice-received' }])
  const moderator = await staffMember(server, { roles: ['moderator@battito'] })
  const { case: first } = (await moderator.call('/admin/api/battito/cases/next', { body: {} })).body
  expect(first).toMatchObject({ id: report.id, source: 'flagger', report: { flagger: 'Telefono Azzurro' } })
  expect((await listed()).find((one) => one.id === id)).toMatchObject({ notices: 1, unfounded: 0, endedAt: null })
})

it('a link counts at its brand, until it is replaced or the priority ends', async () => {
  const { id, token } = await flagger()
  const unknown = { status: 400, body: { code: 'flagger_unknown' } }
  for (const wrong of ['x', `${token}x`]) expect(await send(wrong)).toMatchObject(unknown)
  expect(await send(token, {}, 'brisa.localhost')).toMatchObject(unknown)
  const another = await owner.call(path(`/${id}/link`), { body: { reason } })
  expect(await send(token)).toMatchObject(unknown)
  const next = tokenOf(another.body.link)
  expect((await send(next)).status).toBe(200)
  expect((await owner.call(path(`/${id}/end`), { body: { reason } })).status).toBe(200)
  expect((await owner.call(path(`/${id}/end`), { body: { reason } })).status).toBe(200)
  expect(await send(next)).toMatchObject(unknown)
  expect((await owner.call(path(`/${id}/link`), { body: { reason } })).status).toBe(404)
  const { entries } = (await owner.call('/admin/api/battito/audit')).body as {
    entries: { action: string; subjectId: string }[]
  }
  expect(entries.filter(({ subjectId }) => subjectId === id).map(({ action }) => action)).toEqual([
    'flagger_ended',
    'flagger_link_renewed',
    'flagger_added',
  ])
})

it('the same request again gives another link, and nothing twice', async () => {
  const body = wish()
  const [first, again] = [await owner.call(path(), { body }), await owner.call(path(), { body })]
  expect([first.status, again.status]).toEqual([200, 200])
  expect((await send(tokenOf(first.body.link))).status).toBe(400)
  expect((await send(tokenOf(again.body.link))).status).toBe(200)
  expect((await listed()).filter(({ id }) => id === body.id)).toHaveLength(1)
  expect(await owner.call(path(), { body: { ...body, name: 'Altri' } })).toMatchObject({ status: 409 })
  expect(await owner.call(path(), { body: { ...body, id: newId() } })).toMatchObject({
    status: 409,
    body: { code: 'flagger_known' },
  })
})

it('bad input changes nothing, and another brand knows none of it', async () => {
  const before = await listed()
  expect((await owner.call(path(), { body: wish({ email: 'nobody@nowhere' }) })).body).toMatchObject({ field: 'email' })
  for (const wrong of [{ name: '' }, { name: 'a\nb' }, { name: ' ' }, { name: 'x'.repeat(121) }, { id: '1' }])
    expect((await owner.call(path(), { body: wish(wrong) })).status).toBe(400)
  expect(await listed()).toEqual(before)
  const { id } = await flagger()
  for (const rest of [`/${id}/link`, `/${id}/end`])
    expect((await owner.call(path(rest, 'brisa'), { body: { reason } })).status).toBe(404)
  expect((await listed('brisa')).map((one) => one.id)).not.toContain(id)
  expect((await listed()).find((one) => one.id === id)).toMatchObject({ endedAt: null })
})
