import { afterAll, beforeAll, expect, it } from 'vitest'
import { openCase } from '#modules/cases/index.ts'
import { newId } from '#platform/ids.ts'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'

const host = 'brisa.localhost'
let testServer: TestServer
let anna: TestStaff
let member: TestMember
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
  anna = await staffMember(testServer, { roles: ['moderator@brisa'], name: 'Anna' })
  member = await testServer.member({ host })
})
afterAll(() => testServer?.close())

interface Row {
  readonly id: string
  readonly kind: string
  readonly risk: number
  readonly openedAt: string
  readonly heldBy: string | null
}
const list = async (by: TestStaff, query = ''): Promise<{ cases: Row[]; more: boolean }> => {
  const { status, body } = await by.call(`/admin/api/brisa/cases${query}`)
  expect(status).toBe(200)
  return body
}
const opened = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n))
const open = (kind: 'photo' | 'review' | 'report', n: number, parts: string[] = [], brandId = 'brisa') =>
  openCase(testServer.database.db, {
    brandId,
    kind,
    subjectId: newId(),
    memberId: member.session.angelId,
    parts,
    at: opened(n),
  })

it('lists what waits by score and age, page by page and by kind, without a word of anybody', async () => {
  // Of one score more than a page, opened two at a time, and some before and after them.
  for (let n = 0; n < 60; n += 1) await open('photo', Math.floor(n / 2))
  for (let n = 0; n < 3; n += 1) await open('review', n)
  for (let n = 0; n < 3; n += 1) await open('report', n, ['minor'])
  await open('report', 9, [], 'battito')

  const all: Row[] = []
  for (let page = await list(anna); ;) {
    all.push(...page.cases)
    if (!page.more) break
    const { risk, openedAt, id } = page.cases.at(-1)!
    expect(page.cases).toHaveLength(50)
    page = await list(anna, `?afterRisk=${risk}&afterAt=${openedAt}&afterId=${id}`)
  }
  expect(new Set(all.map(({ id }) => id)).size).toBe(66)
  expect(all).toEqual(
    all.toSorted(
      (one, other) =>
        other.risk - one.risk || one.openedAt.localeCompare(other.openedAt) || one.id.localeCompare(other.id),
    ),
  )
  expect(all.slice(0, 3).map(({ kind }) => kind)).toEqual(['report', 'report', 'report'])
  expect((await list(anna, '?kind=review')).cases.map(({ kind }) => kind)).toEqual(['review', 'review', 'review'])
  expect((await anna.call('/admin/api/brisa/cases?kind=everything')).status).toBe(400)
  expect(JSON.stringify(all)).not.toContain(member.session.angelId)
  // Nothing of it is an opening.
  const entries = await testServer.database.db.selectFrom('audit_entries').select('action').execute()
  expect(entries).toEqual([])
})

it('says who holds a case, and leaves out what the reader may not decide', async () => {
  await openCase(testServer.database.db, {
    brandId: 'brisa',
    kind: 'profile',
    subjectId: member.session.angelId,
    memberId: member.session.angelId,
    at: opened(0),
  })
  const [first] = (await list(anna, '?kind=profile')).cases
  const bruno = await staffMember(testServer, { roles: ['moderator@brisa'], name: 'Bruno' })
  const id = first?.id ?? ''
  expect((await anna.call(`/admin/api/brisa/cases/${id}/claim`, { body: {} })).status).toBe(200)
  const heldBy = async (by: TestStaff) => (await list(by)).cases.find((one) => one.id === id)?.heldBy
  expect([await heldBy(anna), await heldBy(bruno)]).toEqual([null, 'Anna'])

  expect((await anna.call(`/admin/api/brisa/cases/${id}/escalate`, { body: {} })).status).toBe(200)
  const owner = await staffMember(testServer, { roles: ['owner@brisa'] })
  expect([await heldBy(bruno), await heldBy(owner)]).toEqual([undefined, null])

  // All of them are about this member.
  await testServer.database.db.updateTable('staff').set({ email: member.email }).where('id', '=', bruno.id).execute()
  expect((await list(bruno)).cases).toEqual([])
})
