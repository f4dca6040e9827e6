import { afterAll, beforeAll, expect, it } from 'vitest'
import { emailQueue } from '#modules/outreach/index.ts'
import { checkedInFlows } from '#test/support/brands-folder.ts'
import { staffMember } from '#test/support/console-client.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { carryOut } from '../decisions/carry-out.ts'

const host = 'battito.localhost'
const clock = () => new Date()
let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
})
afterAll(() => testServer?.close())

const idOf = (member: TestMember): string => member.session.angelId
const rowsOf = async <T>(query: string, ...values: unknown[]): Promise<T[]> =>
  (await testServer.database.pool.query(query, values)).rows as T[]
const named = async (name: string): Promise<TestMember> => {
  const member = await testServer.member({ host, gender: 'woman' })
  const renamed = { host, method: 'PUT', token: member.token, body: { username: name } } as const
  expect((await testServer.call(`/api/users/${member.session.clickid}`, renamed)).status).toBe(200)
  return member
}
const caseAbout = async (member: TestMember) => {
  const [found] = await rowsOf<{ id: string }>(
    "select id from cases where member_id = $1 and kind = 'report'",
    idOf(member),
  )
  return found?.id ?? ''
}
const nameOf = async (member: TestMember) =>
  (
    await rowsOf<{ name: string }>(
      'select shown_name(screen_name, locale) as name from members where id = $1',
      idOf(member),
    )
  )[0]?.name
/** As a moderator who does not undo. */
const decide = async (id: string, decision: object) => {
  const anna = await staffMember(testServer, { roles: ['moderator@battito'] })
  const { body } = await anna.call(`/admin/api/battito/cases/${id}/claim`, { body: {} })
  expect((await anna.call(`/admin/api/battito/cases/${id}/decide`, { body: decision })).status).toBe(200)
  const deps = {
    db: testServer.database.db,
    flows: checkedInFlows(),
    brands: testServer.context.brands,
    enqueueEmail: emailQueue(clock),
    clock,
    random: () => 0,
  }
  await carryOut(deps, { brandId: 'battito', caseId: id })
  return body.case
}

it('is reported by a member, removed with a statement, and put back on appeal', async () => {
  const [him, her] = [await testServer.member({ host }), await named('Zucca Marcia')]
  const { status } = await testServer.call('/api/report', {
    host,
    token: him.token,
    body: { angelId: idOf(her), reason: 'harassment', content: { kind: 'name' } },
  })
  expect(status).toBe(200)
  const shown = await decide(await caseAbout(her), { verdict: 'remove_content', clause: 'harassment' })
  expect(shown).toMatchObject({ report: { contentKind: 'name' }, member: { name: 'Zucca Marcia' } })
  expect(shown.verdicts).toContain('remove_content')
  expect(await nameOf(her)).toBe('Membro')
  const own = async () =>
    (await testServer.call('/api/cases', { host, token: her.token })).body as {
      restrictions: { id: string; contentType: string; appealUntil: string | null; inForce: boolean }[]
    }
  const [removed] = (await own()).restrictions
  expect(removed).toMatchObject({ contentType: 'name', inForce: true })
  expect(removed?.appealUntil).not.toBeNull()
  // What was decided about is not there any more: no one is asked to look again.
  expect(await rowsOf("select id from cases where kind = 'sample' and member_id = $1", idOf(her))).toEqual([])
  const appeal = { host, token: her.token, body: { text: 'È il mio cognome' } }
  expect((await testServer.call(`/api/cases/${removed?.id}/appeal`, appeal)).status).toBe(200)
  const [filed] = await rowsOf<{ id: string }>(
    "select id from cases where kind = 'appeal' and member_id = $1",
    idOf(her),
  )
  const appealed = await decide(filed?.id ?? '', { verdict: 'reverse', answer: 'Ha ragione' })
  expect(appealed.appeal.removed).toEqual(['Zucca Marcia'])
  expect(await nameOf(her)).toBe('Zucca Marcia')
})

it.each(['name', 'profile'])('a visitor’s notice says that it is about the %s of the profile', async (part) => {
  const her = await named('Luna Storta')
  const { status } = await testServer.call('/api/notice', {
    host,
    body: {
      place: `https://battito.example/user/${idOf(her)}`,
      part,
      reason: 'harassment',
      text: 'Mi prende in giro',
      email: `${part}@person.example.com`,
      goodFaith: true,
    },
  })
  expect(status).toBe(200)
  expect(await rowsOf('select content_kind, content_id from reports where reported_id = $1', idOf(her))).toEqual([
    { content_kind: part, content_id: idOf(her) },
  ])
})

it('a notice about a page that names no profile is about no part of one', async () => {
  const { status } = await testServer.call('/api/notice', {
    host,
    body: {
      place: 'https://battito.example/reviews',
      part: 'name',
      reason: 'other',
      text: 'Non c’entra',
      email: 'page@person.example.com',
      goodFaith: true,
    },
  })
  expect(status).toBe(200)
  expect(await rowsOf("select content_kind from reports where place = 'https://battito.example/reviews'")).toEqual([
    { content_kind: null },
  ])
})
