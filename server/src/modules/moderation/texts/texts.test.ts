import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { emailQueue } from '#modules/outreach/index.ts'
import { checkedInFlows } from '#test/support/brands-folder.ts'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { carryOut } from '../decisions/carry-out.ts'
import { forgetDecided } from './changes.ts'

const host = 'brisa.localhost'
let now = new Date()
let testServer: TestServer
let anna: TestStaff
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false, clock: () => now })
  anna = await staffMember(testServer, { roles: ['moderator@brisa'], at: now })
})
afterAll(() => testServer?.close())
beforeEach(() => {
  now = new Date(now.getTime() + 60_000)
})

const idOf = (member: TestMember): string => member.session.angelId
const save = async (member: TestMember, body: object): Promise<void> => {
  const { status } = await testServer.call(`/api/users/${member.session.clickid}`, {
    host,
    method: 'PUT',
    token: member.token,
    body,
  })
  expect(status).toBe(200)
}
const rowsOf = async <T>(query: string, ...values: unknown[]): Promise<T[]> =>
  (await testServer.database.pool.query(query, values)).rows as T[]
interface CaseRow {
  readonly id: string
  readonly kind: string
  readonly state: string
  readonly verdict: string | null
  readonly parts: readonly string[]
}
const casesOf = (member: TestMember): Promise<CaseRow[]> =>
  rowsOf<CaseRow>(
    'select id, kind, state, verdict, parts from cases where member_id = $1 order by opened_at, id',
    idOf(member),
  )
const act = (id: string, rest: string, body: object = {}) => anna.call(`/admin/api/brisa/cases/${id}/${rest}`, { body })
const shown = async (id: string) => {
  const { status, body } = await act(id, 'claim')
  expect(status).toBe(200)
  return body.case
}
const carriedOut = (caseId: string) =>
  carryOut(
    {
      db: testServer.database.db,
      flows: checkedInFlows(),
      brands: testServer.context.brands,
      enqueueEmail: emailQueue(() => now),
      clock: () => now,
      random: () => 1,
    },
    { brandId: 'brisa', caseId },
  )
const decide = async (id: string, decision: object): Promise<void> => {
  const { changed } = await shown(id)
  expect(await act(id, 'decide', { ...decision, version: changed.version })).toMatchObject({ status: 200 })
  await carriedOut(id)
}
const contact = 'Amo il mare. Scrivimi al 333 123 4567'

it('brings a text with contact details before a moderator, as it was and is, while others go on seeing it', async () => {
  const member = await testServer.member({ host })
  await save(member, { descrizione: 'Amo il mare.', prompts: [{ id: 'dish', answer: 'Parmigiana' }] })
  expect(await casesOf(member)).toEqual([])
  await save(member, { descrizione: contact, prompts: [{ id: 'dish', answer: 'Lasagne' }] })
  const [found] = await casesOf(member)
  expect(found).toMatchObject({ kind: 'text', state: 'open', parts: ['text_contacts'] })
  const { body: list } = await anna.call('/admin/api/brisa/cases?kind=text')
  expect(list.cases).toMatchObject([{ id: found?.id, kind: 'text', source: 'rule' }])
  const one = await shown(found?.id ?? '')
  expect(one).toMatchObject({
    kind: 'text',
    changed: {
      version: 1,
      fields: [
        { field: 'about', before: 'Amo il mare.', after: contact },
        { field: 'answer', before: 'Parmigiana', after: 'Lasagne' },
      ],
    },
    member: { id: idOf(member), about: contact },
    verdicts: ['dismiss', 'warn', 'remove_content', 'messaging_off', 'suspend', 'remove'],
  })
  expect(one.signals).toContainEqual({
    signal: 'text_contacts',
    value: 1,
    of: null,
    weight: 10,
    detail: '333 123 4567',
  })
  await decide(found?.id ?? '', { verdict: 'dismiss' })
  expect(await casesOf(member)).toMatchObject([{ state: 'closed', verdict: 'dismiss' }])
  expect(await rowsOf('select about from members where id = $1', idOf(member))).toEqual([{ about: contact }])
  expect(await rowsOf('select from changed_texts where member_id = $1', idOf(member))).toEqual([])
})

it('keeps one case of a text that is changed again, and closes it when what was found is taken out', async () => {
  const member = await testServer.member({ host })
  await save(member, { descrizione: 'Amo il mare.' })
  await save(member, { descrizione: contact })
  await save(member, { cosa_cerco: 'Guadagno garantito: mandami 50 euro', username: 'Marta' })
  const [found, ...others] = await casesOf(member)
  expect(others).toEqual([])
  expect(found).toMatchObject({ kind: 'text', parts: ['text_contacts', 'text_scam'] })
  expect((await shown(found?.id ?? '')).changed).toMatchObject({
    version: 2,
    fields: [{ before: 'Amo il mare.', after: contact }, { before: null }],
  })
  await save(member, { descrizione: 'Amo il mare e i monti.' })
  // What made it urgent before counts no more.
  expect(await casesOf(member)).toMatchObject([{ state: 'open', parts: ['text_scam'] }])
  await save(member, { cosa_cerco: '' })
  expect(await casesOf(member)).toMatchObject([{ state: 'closed', verdict: 'gone' }])
  expect(await rowsOf('select from changed_texts where member_id = $1', idOf(member))).toEqual([])
})

it('never lets a decision about what was read fall on what the member wrote since', async () => {
  const member = await testServer.member({ host })
  await save(member, { descrizione: contact })
  const [found] = await casesOf(member)
  const id = found?.id ?? ''
  await shown(id)
  expect(await act(id, 'decide', { verdict: 'dismiss' })).toMatchObject({ status: 400, body: { field: 'version' } })
  await save(member, { descrizione: `${contact} 8` })
  expect(await act(id, 'decide', { verdict: 'dismiss', version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'case_changed' },
  })
  expect((await act(id, 'decide', { verdict: 'dismiss', version: 2 })).status).toBe(200)
  // Within the seconds in which the decision could be undone.
  await save(member, { descrizione: `${contact} 9` })
  await carriedOut(id)
  expect(await casesOf(member)).toMatchObject([{ id, state: 'open', verdict: null }])
  expect((await shown(id)).changed.version).toBe(3)
})

it('removes a name with a statement, looks at the one after it, and at no other once that was found in order', async () => {
  const member = await testServer.member({ host })
  await save(member, { username: 'Laura' })
  expect(await casesOf(member)).toEqual([])
  await save(member, { username: 'Laura Bitcoin' })
  const [found] = await casesOf(member)
  expect(found).toMatchObject({ kind: 'name', parts: ['text_scam'] })
  expect((await shown(found?.id ?? '')).changed.fields).toEqual([
    { field: 'name', before: 'Laura', after: 'Laura Bitcoin' },
  ])
  await decide(found?.id ?? '', { verdict: 'remove_content', clause: 'scam' })
  expect(await rowsOf('select screen_name from members where id = $1', idOf(member))).toEqual([{ screen_name: null }])
  expect(
    await rowsOf(
      'select kind, content_type, clause, automated_detection, removed from restrictions where member_id = $1',
      idOf(member),
    ),
  ).toEqual([
    {
      kind: 'content_removed',
      content_type: 'name',
      clause: 'scam',
      automated_detection: true,
      removed: { name: 'Laura Bitcoin' },
    },
  ])
  expect(
    await rowsOf(
      "select props->>'content' as content from emails where member_id = $1 and kind = 'restriction'",
      idOf(member),
    ),
  ).toEqual([{ content: 'name' }])
  await save(member, { username: 'Laura Rossi' })
  const [, again] = await casesOf(member)
  expect(again).toMatchObject({ kind: 'name', parts: ['text_again'] })
  now = new Date(now.getTime() + 60_000)
  await decide(again?.id ?? '', { verdict: 'dismiss' })
  await save(member, { username: 'Laura Bianchi' })
  expect(await casesOf(member)).toHaveLength(2)
})

it('forgets what a text was before once its case is closed by any means', async () => {
  const [waiting, decided] = [await testServer.member({ host }), await testServer.member({ host })]
  for (const member of [waiting, decided]) await save(member, { descrizione: contact })
  await testServer.database.pool.query(
    `update cases set state = 'closed', verdict = 'gone', decided_by = 'rule', decided_at = now() where member_id = $1`,
    [idOf(decided)],
  )
  await forgetDecided(testServer.database.db)
  expect(
    await rowsOf('select member_id from changed_texts where member_id = any($1)', [idOf(waiting), idOf(decided)]),
  ).toEqual([{ member_id: idOf(waiting) }])
})
