import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'

let server: TestServer
let owner: TestStaff
let support: TestStaff
let member: TestMember
let elsewhere: TestMember
beforeAll(async () => {
  server = await startTestServer()
  owner = await staffMember(server, { roles: ['owner@battito'] })
  support = await staffMember(server, { roles: ['support@battito'], name: 'Grace' })
  member = await server.member({ host: 'battito.localhost' })
  elsewhere = await server.member({ host: 'brisa.localhost' })
})
afterAll(() => server?.close())

const reason = 'Ticket 12'
const find = async (query: string) =>
  (await support.call('/admin/api/battito/members/search', { body: { query, reason } })).body.members
const at = (who: TestMember, rest: string) => `/admin/api/battito/members/${who.session.angelId}/${rest}`
const open = (who: TestMember) => support.call(at(who, 'open'), { body: { reason } })
const audited = async () => (await owner.call('/admin/api/battito/audit')).body.entries

it('finds a member by exactly their address, id or tracker id, and no one of another brand', async () => {
  const id = member.session.angelId
  for (const [query, matched] of [
    [` ${member.email.toUpperCase()} `, 'email'],
    [id, 'id'],
    [member.session.clickid, 'trackerId'],
  ] as const)
    expect([query, await find(query)]).toEqual([query, [expect.objectContaining({ id, matched, email: member.email })]])
  for (const query of [elsewhere.email, elsewhere.session.angelId, elsewhere.session.clickid, '%%', '', "' or 1=1 --"])
    expect([query, await find(query)]).toEqual([query, []])
  const [last] = await audited()
  expect(last).toMatchObject({ action: 'members_searched', by: 'Grace', reason, detail: { found: 0 } })
})

it('opens a file of the own brand only, and records each opening', async () => {
  expect((await open(elsewhere)).status).toBe(404)
  const { status, body } = await open(member)
  expect(status).toBe(200)
  expect(body).toMatchObject({ id: member.session.angelId, email: member.email, state: 'active', hold: null })
  expect(body.sessions).toHaveLength(1)
  expect((await audited())[0]).toMatchObject({
    action: 'member_opened',
    subjectId: member.session.angelId,
    reason,
    address: '127.0.0.1',
  })
  expect((await support.call(at(member, 'open'), { body: { reason: ' ' } })).status).toBe(400)
})

it('shows what one colleague did', async () => {
  await open(member)
  await owner.call(at(member, 'open'), { body: { reason } })
  const { body } = await owner.call(`/admin/api/battito/audit?staff=${support.id}`)
  expect(new Set(body.entries.map((one: { staffId: string; by: string }) => [one.staffId, one.by].join(' ')))).toEqual(
    new Set([`${support.id} Grace`]),
  )
})

it('grants credits, once for each reference', async () => {
  const grant = (by: TestStaff, count: number, reference: string) =>
    by.call(at(member, 'credits'), { body: { id: randomUUID(), account: 'messages', count, reference, reason } })
  const before = (await open(member)).body.credits.messages
  expect((await grant(support, 20, 'T-1')).status).toBe(200)
  expect((await grant(owner, 20, 'T-1')).body.code).toBe('granted_before')
  expect((await grant(owner, 21, 'T-2')).status).toBe(200)
  const { body } = await open(member)
  expect(body.credits.messages).toBe(before + 41)
  expect(body.changes).toHaveLength(2)
  expect(body.changes).toMatchObject([
    { change: 'credits_granted', by: { kind: 'staff', name: 'Anna Bianchi' } },
    { change: 'credits_granted', by: { kind: 'staff', name: 'Grace' } },
  ])
  const granted = (await audited()).filter(({ action }: { action: string }) => action === 'credits_granted')
  expect(granted.map(({ detail }: { detail: { count: number } }) => detail.count)).toEqual([21, 20])
  expect(
    (
      await owner.call(at(elsewhere, 'credits'), {
        body: { id: randomUUID(), account: 'likes', count: 1, reference: 'x', reason },
      })
    ).status,
  ).toBe(404)
})

it('shows of a gender what others read, and where the member is listed', async () => {
  const shown = async (gender_word: string | null, hides_gender_word: boolean) => {
    await server.database.db
      .updateTable('members')
      .set({ gender_word, hides_gender_word, listed_in_both: true, gender: 'woman' })
      .where('id', '=', member.session.angelId)
      .execute()
    const { body } = await open(member)
    return [body.genderShown, body.listedAll, body.seeksAll]
  }
  const both = ['donna', 'uomo']
  expect(await shown('genderfluid', false)).toEqual(['genderfluid', both, ['donna']])
  expect(await shown('genderfluid', true)).toEqual([null, both, ['donna']])
  expect(await shown('trans_man', true)).toEqual(['man', both, ['donna']])
  expect(await shown(null, false)).toEqual(['woman', both, ['donna']])
})

it('holds and releases a member, and reactivates one who was deactivated', async () => {
  const hold = (held: boolean) => owner.call(at(member, 'hold'), { method: 'PUT', body: { held, reason } })
  expect((await hold(false)).body.code).toBe('not_held')
  expect((await hold(true)).status).toBe(200)
  expect((await open(member)).body.hold).toMatchObject({ reason, by: { kind: 'staff', name: 'Anna Bianchi' } })
  expect((await hold(false)).status).toBe(200)
  const reactivate = () => support.call(at(member, 'reactivate'), { body: { reason } })
  expect((await reactivate()).body.code).toBe('open_already')
  await server.database.db
    .updateTable('members')
    .set({ state: 'deactivated' })
    .where('id', '=', member.session.angelId)
    .execute()
  expect((await reactivate()).status).toBe(200)
  expect((await open(member)).body.state).toBe('active')
  const actions = (await audited()).map(({ action }: { action: string }) => action)
  expect(actions).toEqual(expect.arrayContaining(['member_held', 'member_released', 'member_reactivated']))
})

it('reactivates a suspended member, whose suspension is over with that', async () => {
  const suspended = await server.member({ host: 'battito.localhost' })
  const { db } = server.database
  const memberId = suspended.session.angelId
  await db.updateTable('members').set({ state: 'suspended' }).where('id', '=', memberId).execute()
  await db
    .insertInto('restrictions')
    .values({
      brand_id: 'battito',
      id: randomUUID(),
      member_id: memberId,
      kind: 'suspension',
      from_at: new Date(),
      until_at: new Date(Date.now() + 86_400_000),
      ground: 'terms',
      clause: 'harassment',
      facts: 'Insulti',
      content_type: 'account',
      automated_detection: false,
      automated_decision: false,
      territory: 'IT',
      source: 'member',
      made_by: 'staff:another',
    })
    .execute()
  expect((await support.call(at(suspended, 'reactivate'), { body: { reason } })).status).toBe(200)
  const lifted = await db
    .selectFrom('restrictions')
    .select(['lifted_at', 'lifted_by'])
    .where('member_id', '=', memberId)
    .execute()
  expect(lifted).toEqual([{ lifted_at: expect.any(Date), lifted_by: `staff:${support.id}` }])
})

it('sends a member, and no one of another brand, a password link that staff do not see', async () => {
  const other = await server.member({ host: 'battito.localhost' })
  const send = (who: TestMember, by = support) => by.call(at(who, 'reset'), { body: { reason } })
  expect((await send(elsewhere)).status).toBe(404)
  const moderator = await staffMember(server, { roles: ['moderator@battito'] })
  expect((await send(other, moderator)).status).toBe(403)
  const { status, body } = await send(other)
  expect([status, Object.keys(body)]).toEqual([200, ['result', 'undo']])
  expect((await server.mailTo(other.email)).text).toContain('/resetPassword?token=')
  expect((await audited())[0]).toMatchObject({
    action: 'reset_sent',
    by: 'Grace',
    subjectId: other.session.angelId,
    reason,
  })
  await send(other)
  await send(other)
  expect((await send(other, owner)).status).toBe(429)
  const setState = (state: string) =>
    server.database.db.updateTable('members').set({ state }).where('id', '=', other.session.angelId).execute()
  await setState('suspended')
  expect((await send(other)).body.code).toBe('closed')
  expect((await audited()).filter(({ action }: { action: string }) => action === 'reset_sent')).toHaveLength(3)
})

it('owners hear of a person who opens unusually many files in an hour, of whom each counts once', async () => {
  const reader = await staffMember(server, { roles: ['moderator@battito'], name: 'Mata' })
  const openBy = (who: TestMember) => reader.call(at(who, 'open'), { body: { reason } })
  const many = await Promise.all(Array.from({ length: 40 }, () => server.member({ host: 'battito.localhost' })))
  for (let n = 0; n < 41; n += 1) expect((await openBy(many[0]!)).status).toBe(200)
  const alerts = async () =>
    (await audited()).filter(({ action }: { action: string }) => action === 'unusual_reading').length
  expect(await alerts()).toBe(0)
  // What else is opened of a member is of the same file.
  for (const one of many) {
    await openBy(one)
    expect((await reader.call(at(one, 'ledger'), { body: { reason } })).status).toBe(200)
  }
  const mail = await server.mailTo(owner.email)
  expect(mail.text).toContain('Mata')
  expect(await alerts()).toBe(1)
})

it('owners hear of a person who searches unusually often, or exports many tables', async () => {
  const alerts = async () => {
    const rows = await server.database.db
      .selectFrom('emails')
      .select('props')
      .where('kind', '=', 'staff-alert')
      .where('to_address', '=', owner.email)
      .orderBy('id')
      .execute()
    return rows.map(({ props }) => props).slice(1)
  }
  const reader = await staffMember(server, { roles: ['finance@battito'], name: 'Zoe' })
  const figures = '/admin/api/battito/figures.csv?from=2026-01-01&to=2026-01-02&metrics=sign_ups'
  for (let n = 0; n < 5; n += 1) expect((await reader.call(figures)).status).toBe(200)
  const finder = await staffMember(server, { roles: ['support@battito'], name: 'Pia' })
  const search = (query: string) => finder.call('/admin/api/battito/members/search', { body: { query, reason } })
  for (let n = 0; n < 60; n += 1) await search(`nobody${n}@x.example`)
  expect(await alerts()).toEqual([
    { name: 'Zoe', opened: 5, what: 'exports' },
    { name: 'Pia', opened: 60, what: 'searches' },
  ])
})
