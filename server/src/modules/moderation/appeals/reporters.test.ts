import { afterAll, beforeAll, expect, it } from 'vitest'
import { emailQueue } from '#modules/outreach/index.ts'
import { checkedInFlows } from '#test/support/brands-folder.ts'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { carryOut } from '../decisions/carry-out.ts'

const host = 'battito.localhost'
const clock = () => new Date()
let testServer: TestServer
let [anna, bruno, carla]: TestStaff[] = []
beforeAll(async () => {
  testServer = await startTestServer()
  const moderator = () => staffMember(testServer, { roles: ['moderator@battito'] })
  ;[anna, bruno, carla] = [await moderator(), await moderator(), await moderator()]
})
afterAll(() => testServer?.close())

const idOf = (member: TestMember): string => member.session.angelId
const rowsOf = async <T>(query: string, ...values: unknown[]): Promise<T[]> =>
  (await testServer.database.pool.query(query, values)).rows as T[]
const caseOf = async (subjectId: string | undefined): Promise<string> => {
  const [row] = await rowsOf<{ id: string }>("select id from cases where subject_id = $1 and state = 'open'", subjectId)
  return row?.id ?? ''
}
const claim = (by: TestStaff | undefined, caseId: string) =>
  by!.call(`/admin/api/battito/cases/${caseId}/claim`, { body: {} })
/** Claims, decides and carries out, as a moderator who does not undo. */
const decide = async (by: TestStaff | undefined, subjectId: string | undefined, decision: object) => {
  const id = await caseOf(subjectId)
  const shown = await claim(by, id)
  expect(shown.status).toBe(200)
  expect((await by!.call(`/admin/api/battito/cases/${id}/decide`, { body: decision })).status).toBe(200)
  const deps = {
    db: testServer.database.db,
    flows: checkedInFlows(),
    brands: testServer.context.brands,
    enqueueEmail: emailQueue(clock),
    clock,
    random: () => 1,
  }
  await carryOut(deps, { brandId: 'battito', caseId: id })
  return shown.body.case
}
interface Own {
  readonly id: string
  readonly state: string
  readonly appealUntil: string | null
  readonly appeal: { readonly outcome: string | null; readonly answer: string | null } | null
}
const read = (options: { readonly token?: string; readonly notice?: string; readonly host?: string }) =>
  testServer.call(`/api/cases${options.notice === undefined ? '' : `?notice=${options.notice}`}`, {
    host: options.host ?? host,
    ...(options.token !== undefined && { token: options.token }),
  })
const appeal = (id: string, body: object, options: object = {}) =>
  testServer.call(`/api/cases/${id}/appeal`, { host, body: { text: 'Rileggete, per favore', ...body }, ...options })

/** A notice without an account about a member, and its id. */
async function notified(email: string): Promise<{ readonly her: TestMember; readonly id: string }> {
  const her = await testServer.member({ host, gender: 'woman' })
  const body = {
    place: `https://battito.example/user/${idOf(her)}`,
    reason: 'fake',
    text: 'Usa la mia foto',
    email,
    goodFaith: true,
  }
  expect((await testServer.call('/api/notice', { host, body })).status).toBe(200)
  const [row] = await rowsOf<{ id: string }>('select id from reports where reported_id = $1', idOf(her))
  return { her, id: row?.id ?? '' }
}
const linkIn = (text: string): string => /\/cases\?notice=([\w-]+)/.exec(text)?.[1] ?? ''

it('who has no account appeals by the link of the outcome; another person answers by mail, and the report waits again', async () => {
  const email = 'ada@person.example.com'
  const { her, id } = await notified(email)
  await decide(anna, id, { verdict: 'dismiss' })
  const outcome = await testServer.mailTo(email, 'finita')
  const notice = linkIn(outcome.text)
  const { status, body } = await read({ notice })
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { reports: [{ id, state: 'dismissed', appealUntil: expect.any(String), appeal: null }], restrictions: [] },
  })

  // The link is of this notice and brand, and of no other.
  const { id: other } = await notified('eva@person.example.com')
  await decide(anna, other, { verdict: 'dismiss' })
  expect((await appeal(other, { notice })).status).toBe(404)
  expect((await read({ notice, host: 'brisa.localhost' })).status).toBe(401)
  expect((await read({ notice: `${notice.slice(0, -4)}AAAA` })).status).toBe(401)
  expect((await appeal(id, {})).status).toBe(401)
  expect((await appeal(id, {}, { token: her.token })).status).toBe(404)

  expect((await appeal(id, { notice })).status).toBe(200)
  expect(await appeal(id, { notice })).toMatchObject({ status: 409, body: { code: 'appealed_already' } })
  const [filed] = await rowsOf<{ id: string }>('select id from appeals where report_id = $1', id)
  const caseId = await caseOf(filed?.id)
  expect((await claim(anna, caseId)).status).toBe(409)
  const shown = await decide(bruno, filed?.id, { verdict: 'reverse', answer: 'Aveva ragione lei.' })
  // What the notice is about is shown with the appeal.
  expect(shown).toMatchObject({ report: { text: 'Usa la mia foto' }, member: { id: idOf(her) } })
  const answer = await testServer.mailTo(email, 'ricorso')
  expect(answer.text).toContain('Aveva ragione lei.')
  expect(linkIn(answer.text)).not.toBe('')
  expect((await claim(anna, await caseOf(id))).status).toBe(409)

  // The second decision is sent as well; it cannot be appealed against again.
  await decide(carla, id, { verdict: 'warn', clause: 'fake' })
  await expect
    .poll(() => rowsOf('select kind from emails where to_address = $1 order by created_at', email))
    .toEqual(
      ['notice-received', 'notice-dismissed', 'notice-appeal-decided', 'notice-upheld'].map((kind) => ({ kind })),
    )
  const { reports } = (await read({ notice })).body as { reports: Own[] }
  expect(reports).toMatchObject([
    { state: 'upheld', appealUntil: null, appeal: { outcome: 'reversed', answer: 'Aveva ragione lei.' } },
  ])
})

it('who is forgotten has no link any more', async () => {
  const email = 'ugo@person.example.com'
  const { id } = await notified(email)
  await decide(anna, id, { verdict: 'dismiss' })
  const notice = linkIn((await testServer.mailTo(email, 'finita')).text)
  await testServer.database.pool.query(
    'update reports set notifier = null, notifier_hash = null, notifier_locale = null where id = $1',
    [id],
  )
  expect((await read({ notice })).body).toEqual({ reports: [], restrictions: [] })
  expect((await appeal(id, { notice })).status).toBe(404)
})

it('a member whose report was upheld can say that it was not enough; of what was gone nothing was decided', async () => {
  const [him, her] = [await testServer.member({ host }), await testServer.member({ host, gender: 'woman' })]
  const body = { angelId: idOf(her), reason: 'harassment' }
  expect((await testServer.call('/api/report', { host, token: him.token, body })).status).toBe(200)
  const [row] = await rowsOf<{ id: string }>('select id from reports where reporter_id = $1', idOf(him))
  await decide(anna, row?.id, { verdict: 'warn', clause: 'harassment' })
  const own = async () => ((await read({ token: him.token })).body as { reports: Own[] }).reports[0]
  expect(await own()).toMatchObject({ state: 'upheld', appealUntil: expect.any(String) })
  await testServer.database.pool.query("update reports set state = 'gone' where id = $1", [row?.id])
  expect((await own())?.appealUntil).toBeNull()
  expect((await appeal(row?.id ?? '', {}, { token: him.token })).status).toBe(404)
  await testServer.database.pool.query("update reports set state = 'upheld' where id = $1", [row?.id])
  expect((await appeal(row?.id ?? '', {}, { token: him.token })).status).toBe(200)
  const [filed] = await rowsOf<{ id: string }>('select id from appeals where report_id = $1', row?.id)
  await decide(bruno, filed?.id, { verdict: 'reverse', answer: 'Ci torniamo sopra.' })
  expect(await own()).toMatchObject({ state: 'open', appeal: { outcome: 'reversed' } })
})

it('neither who reported nor whom it is about decides the appeal', async () => {
  const [him, her] = [await testServer.member({ host }), await testServer.member({ host, gender: 'woman' })]
  const body = { angelId: idOf(her), reason: 'harassment' }
  expect((await testServer.call('/api/report', { host, token: him.token, body })).status).toBe(200)
  const [row] = await rowsOf<{ id: string }>('select id from reports where reporter_id = $1', idOf(him))
  await decide(anna, row?.id, { verdict: 'dismiss' })
  expect((await appeal(row?.id ?? '', {}, { token: him.token })).status).toBe(200)
  const [filed] = await rowsOf<{ id: string }>('select id from appeals where report_id = $1', row?.id)
  const caseId = await caseOf(filed?.id)
  for (const member of [him, her]) {
    const own = await staffMember(testServer, { roles: ['moderator@battito'] })
    await testServer.database.pool.query('update staff set email = $1 where id = $2', [member.email, own.id])
    expect((await claim(own, caseId)).status).toBe(409)
  }
  expect((await claim(bruno, caseId)).status).toBe(200)
})
