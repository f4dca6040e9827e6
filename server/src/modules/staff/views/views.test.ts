import { permissions, viewPageNames, viewPages } from '@incontro/contract/admin'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { staffMember, type StaffWish, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { sweepViews } from './sweep-views.ts'

let server: TestServer
const now = new Date('2026-05-04T08:00:00Z')
beforeAll(async () => {
  server = await startTestServer({ clock: () => now, jobs: false })
})
afterAll(() => server?.close())

const person = (role: string, wish: StaffWish = {}) =>
  staffMember(server, { roles: [`${role}@battito` as 'owner@battito'], at: now, ...wish })
const path = (rest = '', brand = 'battito') => `/admin/api/${brand}/views${rest}`
const failed = { page: 'orders', name: 'Failed in Italy', query: { state: 'failed', country: 'IT' } }
const save = (who: TestStaff, body: Record<string, unknown> = {}, brand?: string) =>
  who.call(path('', brand), { body: { ...failed, ...body } })
const change = (who: TestStaff, id: string, body: unknown) => who.call(path(`/${id}`), { method: 'PUT', body })
const remove = (who: TestStaff, id: string) => who.call(path(`/${id}`), { method: 'DELETE' })
const act = (who: TestStaff, id: string, action: string) => who.call(path(`/${id}/${action}`), { body: {} })
const viewsOf = async (who: TestStaff, brand?: string) => (await who.call(path('', brand))).body.views
const namesOf = async (who: TestStaff) => (await viewsOf(who)).map(({ name }: { name: string }) => name)

it('is saved, opened again, renamed, given other filters and deleted by its author alone', async () => {
  const ada = await person('finance', { name: 'Ada' })
  const bob = await person('finance', { name: 'Bob' })
  const { id } = (await save(ada, { name: '  Failed in Italy ' })).body
  const view = { ...failed, id, isMine: true, isDefault: false, isShared: false, by: 'Ada' }
  expect(await viewsOf(ada)).toEqual([view])
  expect(await viewsOf(bob)).toEqual([])

  expect((await change(ada, id, { name: 'Lost in Italy' })).status).toBe(200)
  expect((await change(ada, id, { query: { state: 'lost' } })).status).toBe(200)
  const changed = { ...view, name: 'Lost in Italy', query: { state: 'lost' } }
  expect(await viewsOf(ada)).toEqual([changed])

  // Of another, and as none: the same answer, and nothing happens.
  for (const answer of [
    await change(bob, id, { name: 'Mine' }),
    await remove(bob, id),
    await act(bob, id, 'restore'),
    await change(ada, '0199b2c4-0000-7000-8000-000000000009', { name: 'None' }),
  ])
    expect(answer.status).toBe(404)
  expect(await viewsOf(ada)).toEqual([changed])

  expect((await act(ada, id, 'restore')).status).toBe(404)
  expect((await remove(ada, id)).status).toBe(200)
  expect(await viewsOf(ada)).toEqual([])
  expect((await change(ada, id, { name: 'Gone' })).status).toBe(404)
  expect((await remove(ada, id)).status).toBe(404)
  expect((await act(bob, id, 'restore')).status).toBe(404)
  expect((await act(ada, id, 'restore')).status).toBe(200)
  expect(await viewsOf(ada)).toEqual([changed])
})

it('belongs to a brand: another one of the same person neither shows nor changes it', async () => {
  const both = await person('owner', { roles: ['owner@battito', 'owner@local'] })
  const { id } = (await save(both)).body
  expect(await viewsOf(both, 'local')).toEqual([])
  const elsewhere = path(`/${id}`, 'local')
  for (const answer of [
    await both.call(elsewhere, { method: 'PUT', body: { name: 'Moved' } }),
    await both.call(elsewhere, { method: 'DELETE' }),
    await both.call(`${elsewhere}/share`, { body: {} }),
  ])
    expect(answer.status).toBe(404)
  // The same name at another brand is another view.
  expect((await save(both, {}, 'local')).status).toBe(200)
  expect(await namesOf(both)).toEqual([failed.name])
})

it('holds the words of its page only, and nothing that names a person', async () => {
  const owner = await person('owner')
  const bad: readonly (readonly [string, Record<string, string>])[] = [
    ['orders', { search: 'anna@example.org' }],
    ['orders', { state: 'paid' }],
    ['orders', { country: 'it' }],
    ['orders', { from: '2026-02-31' }],
    ['orders', { from: 'yesterday' }],
    ['orders', { constructor: 'x' }],
    ['orders', { afterId: '0199b2c4-0000-7000-8000-000000000009' }],
    ['audit', { member: '0199b2c4-0000-7000-8000-000000000009' }],
    ['figures', { of: 'source', value: 'anna@example.org' }],
    ['figures', { of: 'source', value: '198.51.100.7' }],
    ['figures', { of: 'source', value: '2001:db8::1:2' }],
    ['figures', { of: 'source', value: '0199b2c4-0000-7000-8000-000000000009' }],
    ['figures', { view: 'rows' }],
    ['invoices', { quarter: '2026-5' }],
    ['transparency', { year: '1999' }],
    ['support', { view: 'all' }],
  ]
  for (const [page, query] of bad) {
    const answer = await save(owner, { page, query })
    expect([page, query, answer.status, answer.body.code]).toEqual([page, query, 400, 'view_words'])
  }
  for (const body of [
    { page: 'members', query: {} },
    { page: 'orders', query: { state: ['failed'] } },
    { page: 'orders', query: { state: 'x'.repeat(101) } },
    { name: ' ' },
    { name: 'x'.repeat(61) },
    { name: 'two\nlines' },
    { isShared: true },
  ])
    expect([body, (await save(owner, body)).status]).toEqual([body, 400])
  expect(await viewsOf(owner)).toEqual([])

  const good: readonly (readonly [string, Record<string, string>])[] = [
    ['orders', { view: 'waiting' }],
    ['orders', { provider: 'paypal', from: '2026-02-28', to: '2028-02-29' }],
    ['figures', { view: 'money', days: '365', compare: 'no', of: 'campaign', value: 'Été 2026 / it-12', by: 'brand' }],
    ['figures', { of: 'source', value: '' }],
    ['invoices', { view: 'vat', quarter: '2026-4' }],
    ['privacy', { view: 'holds' }],
    ['campaigns', { view: 'postbacks', state: 'failed', event: 'sale' }],
    ['mailings', { view: 'journeys' }],
    ['transparency', { year: '2026' }],
    ['support', { view: 'mine' }],
    ['audit', { of: 'staff' }],
    ['audit', {}],
  ]
  for (const [n, [page, query]] of good.entries())
    expect([page, query, (await save(owner, { page, query, name: `View ${n}` })).status]).toEqual([page, query, 200])

  const { id } = (await save(owner)).body
  expect((await change(owner, id, { query: { search: 'anna' } })).body.code).toBe('view_words')
  expect((await change(owner, id, {})).status).toBe(400)
  expect((await change(owner, id, { page: 'audit' })).status).toBe(400)
})

it('is refused, and hidden, where its page is', async () => {
  const owner = await person('owner', { name: 'Olga' })
  for (const role of ['owner', 'support', 'moderator', 'finance', 'marketing'] as const) {
    const who = await person(role)
    for (const page of viewPageNames) {
      const mayOpen = (permissions[viewPages[page].permission].roles as readonly string[]).includes(role)
      const { status } = await save(who, { page, query: {} })
      expect([role, page, status]).toEqual([role, page, mayOpen ? 200 : 403])
    }
  }
  const { id } = (await save(owner, { page: 'audit', query: { of: 'staff' }, name: 'Of staff' })).body
  expect((await act(owner, id, 'share')).status).toBe(200)
  expect(await namesOf(await person('support'))).not.toContain('Of staff')
  expect(await namesOf(await person('owner'))).toContain('Of staff')

  // A role that was taken away takes its pages’ views with it.
  const moved = await person('finance')
  const { id: own } = (await save(moved)).body
  await server.database.db
    .updateTable('staff_roles')
    .set({ role: 'moderator' })
    .where('staff_id', '=', moved.id)
    .execute()
  await expect.poll(() => viewsOf(moved)).not.toContainEqual(expect.objectContaining({ id: own }))
  expect((await change(moved, own, { isDefault: true })).status).toBe(404)
})

it('has a name of its own on its page, also when it is saved twice at once', async () => {
  const ada = await person('finance')
  const both = await Promise.all([save(ada), save(ada, { name: 'FAILED in italy' })])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'view_known', field: 'name' })
  expect((await save(ada, { page: 'invoices', query: {} })).status).toBe(200)
  expect((await save(await person('finance'))).status).toBe(200)

  const { id } = (await save(ada, { name: 'Other' })).body
  expect((await change(ada, id, { name: 'failed in Italy' })).body.code).toBe('view_known')
  expect((await change(ada, id, { name: 'OTHER' })).status).toBe(200)
  // What took the name of a deleted view keeps it.
  await remove(ada, id)
  expect((await save(ada, { name: 'Other' })).status).toBe(200)
  expect((await act(ada, id, 'restore')).body.code).toBe('view_known')
})

it('is one of 50 at most, also when several are saved at once', async () => {
  const ada = await person('finance')
  const first = (await save(ada, { name: 'View 0' })).body.id
  for (let n = 1; n < 48; n++) expect((await save(ada, { name: `View ${n}` })).status).toBe(200)
  const last = await Promise.all([48, 49, 50, 51].map((n) => save(ada, { name: `View ${n}` })))
  expect(last.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409])
  expect(await viewsOf(ada)).toHaveLength(50)
  await remove(ada, first)
  expect((await save(ada, { name: 'One more' })).status).toBe(200)
  expect((await act(ada, first, 'restore')).body.code).toBe('too_many_views')
})

it('is the only default of its page, for its author', async () => {
  const owner = await person('owner')
  const one = (await save(owner, { name: 'One' })).body.id
  const two = (await save(owner, { name: 'Two' })).body.id
  const other = (await save(owner, { page: 'audit', query: {}, name: 'Audit' })).body.id
  for (const id of [one, other, two]) expect((await change(owner, id, { isDefault: true })).status).toBe(200)
  const defaults = async () =>
    (await viewsOf(owner)).filter((view: { isDefault: boolean }) => view.isDefault).map(({ id }: { id: string }) => id)
  expect((await defaults()).toSorted()).toEqual([other, two].toSorted())
  await act(owner, two, 'share')
  const colleague = await viewsOf(await person('finance'))
  expect(colleague).toContainEqual(expect.objectContaining({ id: two, isDefault: false, isMine: false }))

  // Restored, it is what it was, unless another one became the default meanwhile.
  await remove(owner, two)
  expect(await defaults()).toEqual([other])
  await act(owner, two, 'restore')
  expect(await defaults()).toContain(two)
  await change(owner, two, { isDefault: false })
  expect(await defaults()).toEqual([other])
})

it('is shared and unshared by owners, who do not get at the private ones, and both are in the audit', async () => {
  const olga = await person('owner', { name: 'Olga Serra', roles: ['owner@battito', 'owner@local'] })
  const otto = await person('owner', { name: 'Otto' })
  const fay = await person('finance', { name: 'Fay' })
  const { id } = (await save(olga, { name: 'Shared one' })).body
  const { id: secret } = (await save(fay, { name: 'Private one' })).body
  expect((await act(otto, id, 'share')).status).toBe(404)
  expect((await act(otto, id, 'unshare')).status).toBe(404)
  expect((await act(otto, secret, 'share')).status).toBe(404)
  expect((await act(fay, secret, 'share')).status).toBe(403)
  for (const _again of [1, 2]) expect((await act(olga, id, 'share')).status).toBe(200)

  expect((await viewsOf(fay)).find((one: { id: string }) => one.id === id)).toEqual({
    ...failed,
    name: 'Shared one',
    id,
    isMine: false,
    isDefault: false,
    isShared: true,
    by: 'Olga Serra',
  })
  for (const answer of [
    await change(fay, id, { name: 'Mine' }),
    await change(otto, id, { isDefault: true }),
    await remove(otto, id),
    await act(otto, id, 'share'),
  ])
    expect(answer.status).toBe(404)
  expect(await viewsOf(olga, 'local')).toEqual([])

  // Deleting it ends the sharing, restoring it begins it again.
  await remove(olga, id)
  expect(await namesOf(fay)).not.toContain('Shared one')
  await act(olga, id, 'restore')
  expect(await namesOf(fay)).toContain('Shared one')
  expect((await act(otto, id, 'unshare')).status).toBe(200)
  expect(await namesOf(fay)).not.toContain('Shared one')
  expect(await namesOf(olga)).toContain('Shared one')

  const { entries } = (await olga.call('/admin/api/battito/audit?of=staff')).body
  const said = entries
    .filter((one: { subjectId: string }) => one.subjectId === id)
    .map(({ action, by, detail }: Record<string, unknown>) => [action, by, detail])
  const detail = { page: 'orders', name: 'Shared one' }
  expect(said).toEqual([
    ['view_unshared', 'Otto', detail],
    ['view_shared', 'Olga Serra', detail],
    ['view_unshared', 'Olga Serra', detail],
    ['view_shared', 'Olga Serra', detail],
  ])
  const ofLocal = (await olga.call('/admin/api/local/audit?of=staff')).body.entries
  expect(ofLocal.filter((one: { subjectId: string }) => one.subjectId === id)).toEqual([])
})

it('goes when its author leaves the brand, and an hour after it was deleted', async () => {
  const owner = await person('owner')
  const leaver = await person('owner', { roles: ['owner@battito', 'owner@local'] })
  const { id: shared } = (await save(leaver, { name: 'Of who leaves' })).body
  await act(leaver, shared, 'share')
  const { id: kept } = (await save(leaver, { name: 'Elsewhere' }, 'local')).body
  await owner.call(`/admin/api/battito/staff/${leaver.id}/leave`, { body: { reason: 'another job' } })
  const rowsOf = async (id: string) =>
    (await server.database.db.selectFrom('staff_views').select('id').where('id', '=', id).execute()).length
  expect([await rowsOf(shared), await rowsOf(kept)]).toEqual([0, 1])

  const { id } = (await save(owner, { name: 'Deleted one' })).body
  await remove(owner, id)
  const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  await sweepViews(server.database.db, later(59))
  expect(await rowsOf(id)).toBe(1)
  await sweepViews(server.database.db, later(60))
  expect(await rowsOf(id)).toBe(0)
})
