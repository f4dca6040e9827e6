import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#platform/ids.ts'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'

const host = 'battito.localhost'
let server: TestServer
let owner: TestStaff
beforeAll(async () => {
  server = await startTestServer({ jobs: false })
  owner = await staffMember(server, { roles: ['owner@battito'], name: 'Olga' })
})
afterAll(() => server?.close())

const idOf = (member: TestMember): string => member.session.angelId
const path = (rest = '', brand = 'battito') => `/admin/api/${brand}/authority-orders${rest}`
const rowsOf = async <T>(query: string, ...values: unknown[]): Promise<T[]> =>
  (await server.database.pool.query(query, values)).rows as T[]
/** A report of a text, and its case. */
async function reported(content: object = { kind: 'profile' }) {
  const [him, her] = [await server.member({ host }), await server.member({ host, gender: 'woman' })]
  const body = { angelId: idOf(her), reason: 'harassment', content }
  expect((await server.call('/api/report', { host, token: him.token, body })).status).toBe(200)
  const [found] = await rowsOf<{ id: string }>('select id from cases where member_id = $1', idOf(her))
  return { her, caseId: found?.id ?? '' }
}
const notification = (caseId: string, more: object = {}) => ({
  id: newId(),
  caseId,
  authority: 'Questura di Roma',
  country: 'IT',
  legalGround: 'Minaccia grave',
  reference: `Prot. ${newId()}`,
  clause: 'threats',
  facts: 'Il profilo annuncia di voler ferire una persona.',
  sentAt: new Date(Date.now() - 60_000).toISOString(),
  reason: 'Minacce di morte',
  ...more,
})
const notify = (body: object, by = owner, brand = 'battito') => by.call(path('/notifications', brand), { body })
const step = (id: string, kind: string) =>
  owner.call(path(`/${id}/steps`), {
    body: { id: newId(), kind, at: new Date().toISOString(), text: 'Per PEC, protocollo 7' },
  })

it('is recorded once from a case, with what, to whom and when, and a log of what came back', async () => {
  const { her, caseId } = await reported()
  const body = notification(caseId)
  expect((await notify(body)).status).toBe(200)
  // The answer to the first attempt may have been lost.
  expect((await notify(body)).status).toBe(200)
  expect(await notify({ ...body, id: newId() })).toMatchObject({ status: 409, body: { code: 'recorded_already' } })
  for (const kind of ['answered', 'acknowledged', 'note']) expect((await step(body.id, kind)).status).toBe(200)
  expect((await step(body.id, 'answered')).body.code).toBe('step_done')
  const effect = { outcome: 'given', text: 'Fatto', restriction: { kind: 'removal' }, reason: 'x' }
  expect(await owner.call(path(`/${body.id}/effect`), { body: effect })).toMatchObject({
    status: 409,
    body: { code: 'no_order' },
  })
  expect((await owner.call(path(`/${body.id}/open`), { body: {} })).body).toMatchObject({
    kind: 'notification',
    authority: 'Questura di Roma',
    legalGround: 'Minaccia grave',
    asks: body.facts,
    receivedAt: body.sentAt,
    caseId,
    contentType: 'profile',
    member: { id: idOf(her), state: 'active' },
    recordedBy: 'Olga',
    steps: [{ kind: 'answered' }, { kind: 'acknowledged' }, { kind: 'note' }],
  })
  expect((await owner.call(path())).body.orders).toMatchObject([{ id: body.id, kind: 'notification' }])
  // The case goes on, and nothing tells the member.
  expect(await rowsOf('select state from cases where id = $1', caseId)).toEqual([{ state: 'open' }])
  expect(await rowsOf("select kind from emails where member_id = $1 and kind <> 'welcome'", idOf(her))).toEqual([])
  const { entries } = (await owner.call('/admin/api/battito/audit')).body as {
    entries: { action: string; subjectId: string; reason: string | null }[]
  }
  expect(entries.filter(({ action }) => action === 'authority_notified')).toMatchObject([
    { subjectId: body.id, reason: 'Minacce di morte' },
  ])
})

it('takes no case of another brand, no time to come, and Europol where no member state is known', async () => {
  const { caseId } = await reported({ kind: 'name' })
  const other = await staffMember(server, { roles: ['owner@brisa'] })
  expect((await notify(notification(caseId), other, 'brisa')).status).toBe(404)
  expect((await notify(notification(newId()))).status).toBe(404)
  const later = { sentAt: new Date(Date.now() + 3_600_000).toISOString() }
  expect(await notify(notification(caseId, later))).toMatchObject({ status: 400, body: { field: 'sentAt' } })
  expect((await notify(notification(caseId, { country: 'US' }))).status).toBe(400)
  expect((await notify(notification(caseId, { country: 'EU' }))).status).toBe(200)
})

it('is for owners, who showed their second factor, and not about their own account', async () => {
  const { her, caseId } = await reported()
  const moderator = await staffMember(server, { roles: ['moderator@battito'] })
  expect((await notify(notification(caseId), moderator)).status).toBe(403)
  const stale = await staffMember(server, { roles: ['owner@battito'], state: 'stale' })
  expect(await notify(notification(caseId), stale)).toMatchObject({ status: 403, body: { code: 'proof_needed' } })
  const own = await staffMember(server, { roles: ['owner@battito'] })
  await server.database.pool.query('update staff set email = $1 where id = $2', [her.email, own.id])
  expect(await notify(notification(caseId), own)).toMatchObject({ status: 403, body: { code: 'own_account' } })
})
