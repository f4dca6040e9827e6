import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#platform/ids.ts'
import { applyRetention } from '#platform/database/retention.ts'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'

const day = 86_400_000
// A Monday, so that a month later is a Wednesday, and three months later a Tuesday.
const start = new Date('2027-03-01T10:00:00Z')
let now = start
let server: TestServer
let owner: TestStaff
beforeAll(async () => {
  server = await startTestServer({ clock: () => now })
})
beforeEach(async () => {
  now = new Date(start)
  owner = await staffMember(server, { roles: ['owner@battito'], name: 'Olga', at: now })
})
afterAll(() => server?.close())

const reason = 'Lettera del 1 marzo'
const path = (rest = '', brand = 'battito') => `/admin/api/${brand}/privacy-requests${rest}`
const join = () => server.member({ host: 'battito.localhost' })
const idOf = (member: TestMember): string => member.session.angelId
const asked = (more: object = {}) => ({
  id: newId(),
  kind: 'access',
  way: 'mail',
  requester: 'Anna Rossi, Via Po 1, Torino',
  asks: 'Quali dati avete di me?',
  receivedAt: now.toISOString(),
  reason,
  ...more,
})
const record = (body: object, by = owner) => by.call(path(), { body })
async function recorded(more: object = {}): Promise<string> {
  const body = asked(more)
  expect(await record(body)).toMatchObject({ status: 200 })
  return body.id
}
const about = (member: TestMember) => ({ about: idOf(member), requester: undefined })
const extend = (id: string) => owner.call(path(`/${id}/extend`), { body: { because: 'Molti archivi', reason } })
const close = (id: string, more: object = {}, by = owner) =>
  by.call(path(`/${id}/close`), {
    body: { outcome: 'done', identifiedBy: 'document', answer: 'Inviati per raccomandata', reason, ...more },
  })
const list = async (state: 'open' | 'closed', by = owner) =>
  ((await by.call(`${path()}?state=${state}`)).body as { requests: { id: string }[] }).requests
const one = async (id: string, state: 'open' | 'closed' = 'open') => (await list(state)).find((row) => row.id === id)
const stateOf = async (by = owner) => (await by.call('/admin/api/battito/privacy')).body

describe('a request of a person', () => {
  it('is due in a month, extended once within it, and closed with its answer, all in the audit', async () => {
    const member = await join()
    const id = await recorded(about(member))
    // The last hour of the day in Rome, after the change of clocks.
    expect(await one(id)).toMatchObject({
      member: { id: idOf(member) },
      dueAt: '2027-04-01T21:59:59.999Z',
      closed: null,
    })
    expect((await extend(id)).body).toEqual({ dueAt: '2027-06-01T21:59:59.999Z' })
    expect((await extend(id)).body.code).toBe('extended_already')
    expect((await close(id)).status).toBe(200)
    expect((await close(id)).body.code).toBe('request_closed')
    expect(await one(id)).toBeUndefined()
    expect(await one(id, 'closed')).toMatchObject({
      extended: { because: 'Molti archivi' },
      closed: { outcome: 'done', identifiedBy: 'document', answer: 'Inviati per raccomandata', by: 'Olga' },
    })
    const { entries } = (await owner.call('/admin/api/battito/audit')).body as {
      entries: { action: string; subjectId: string; memberId: string | null; reason: string | null }[]
    }
    expect(entries.filter(({ subjectId }) => subjectId === id)).toMatchObject(
      ['privacy_request_closed', 'privacy_request_extended', 'privacy_request_recorded'].map((action) => ({
        action,
        reason,
      })),
    )
  })

  it.each([
    ['a Saturday', '2027-06-28T08:00:00.000Z', '2027-07-28T21:59:59.999Z'],
    ['the end of a month', '2027-01-31T08:00:00.000Z', '2027-03-01T22:59:59.999Z'],
    ['a month before Christmas', '2026-11-25T08:00:00.000Z', '2026-12-28T22:59:59.999Z'],
    ['late in the evening where the company is', '2027-02-28T23:30:00.000Z', '2027-04-01T21:59:59.999Z'],
  ])('that came on %s is due on a working day', async (_when, receivedAt, dueAt) => {
    now = new Date('2027-07-01T10:00:00Z')
    owner = await staffMember(server, { roles: ['owner@battito'], at: now })
    expect((await record(asked({ receivedAt }))).body).toEqual({ dueAt })
  })

  it('is found by the address of the account, at its own brand only', async () => {
    const member = await join()
    const { email } = await server.database.db
      .selectFrom('members')
      .select('email')
      .where('id', '=', idOf(member))
      .executeTakeFirstOrThrow()
    const id = await recorded({ about: ` ${email.toUpperCase()} `, requester: undefined })
    expect(await one(id)).toMatchObject({ member: { id: idOf(member) }, requester: null })
    const elsewhere = await staffMember(server, { roles: ['owner@vicino'], at: now })
    for (const named of [email, idOf(member), newId(), 'niente'])
      expect(
        (await elsewhere.call(path('', 'vicino'), { body: asked({ about: named, requester: undefined }) })).body.code,
      ).toBe('about_unknown')
  })

  it.each([
    ['of later than now', { receivedAt: new Date(start.getTime() + day).toISOString() }, 'receivedAt'],
    ['of no one', { requester: undefined }, 'about'],
    ['of an account and someone else', { about: newId() }, 'about'],
    ['without words', { asks: ' \u200b ' }, 'asks'],
    ['of another kind', { kind: 'gift' }, 'kind'],
  ])('%s is refused, and changes nothing', async (_what, more, field) => {
    const before = await list('open')
    expect(await record(asked(more))).toMatchObject({ status: 400, body: { field } })
    expect(await list('open')).toEqual(before)
  })

  it('sent again after a lost answer is the same', async () => {
    const body = asked()
    expect((await record(body)).body).toEqual((await record(body)).body)
    expect((await list('open')).filter(({ id }) => id === body.id)).toHaveLength(1)
  })

  it('that gives data away says how the person was identified; a refusal and an objection need not', async () => {
    for (const identifiedBy of [undefined, 'not_needed'])
      for (const outcome of ['done', 'partly'])
        expect(await close(await recorded(), { outcome, identifiedBy })).toMatchObject({
          status: 400,
          body: { field: 'identifiedBy' },
        })
    expect((await close(await recorded(), { outcome: 'refused', identifiedBy: undefined })).status).toBe(200)
    expect((await close(await recorded({ kind: 'objection' }), { identifiedBy: undefined })).status).toBe(200)
  })

  it('is extended within its first month only', async () => {
    const id = await recorded()
    now = new Date('2027-04-01T22:00:00Z')
    owner = await staffMember(server, { roles: ['owner@battito'], at: now })
    expect((await extend(id)).body.code).toBe('month_over')
    expect(await stateOf()).toMatchObject({ late: expect.any(Number) })
    expect((await close(id)).status).toBe(200)
  })

  it('is closed by one of two colleagues', async () => {
    const id = await recorded()
    const answers = await Promise.all([close(id), close(id, { answer: 'Altro' })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('of another brand is none', async () => {
    const id = await recorded()
    const elsewhere = await staffMember(server, { roles: ['owner@vicino'], at: now })
    expect(
      (
        await elsewhere.call(path(`/${id}/close`, 'vicino'), {
          body: { outcome: 'done', identifiedBy: 'document', answer: 'x', reason },
        })
      ).status,
    ).toBe(404)
    expect((await elsewhere.call(`${path('', 'vicino')}?state=open`)).body).toEqual({ requests: [], more: false })
  })

  it('is listed by its deadline, fifty a page, each once', async () => {
    for (let n = 0; n < 55; n += 1)
      await recorded({ receivedAt: new Date(start.getTime() - (n % 5) * day).toISOString() })
    const seen: { id: string; dueAt: string }[] = []
    for (let after = ''; ;) {
      const { body } = await owner.call(`${path()}?state=open${after}`)
      const { requests, more } = body as { requests: typeof seen; more: boolean }
      seen.push(...requests)
      const last = requests.at(-1)
      if (!more || !last) break
      expect(requests).toHaveLength(50)
      after = `&afterAt=${last.dueAt}&afterId=${last.id}`
    }
    expect(seen.map(({ dueAt }) => dueAt)).toEqual(seen.map(({ dueAt }) => dueAt).toSorted())
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
    expect(seen.length).toBeGreaterThan(54)
  })
})

describe('the state of the desk', () => {
  it('counts what is open and late, what members do themselves, and names who is held', async () => {
    const before = await stateOf()
    const [held, leaving] = [await join(), await join()]
    await recorded({ receivedAt: new Date(start.getTime() - 40 * day).toISOString() })
    await server.database.db
      .insertInto('legal_holds')
      .values({ member_id: idOf(held), reason: 'Procura', made_by: 'command:grace', created_at: now, ends_at: null })
      .execute()
    await server.database.db
      .updateTable('members')
      .set({ state: 'deleting', deletion_due_at: new Date(start.getTime() + day) })
      .where('id', '=', idOf(leaving))
      .execute()
    await server.database.db
      .insertInto('data_exports')
      .values({
        member_id: idOf(held),
        id: newId(),
        state: 'making',
        site_origin: 'https://battito.example',
        asked_at: now,
      })
      .execute()
    const after = await stateOf()
    const themselves = before.byThemselves as Record<string, number>
    expect(after).toMatchObject({
      open: Number(before.open) + 1,
      late: Number(before.late) + 1,
      byThemselves: {
        exportsOfMonth: themselves.exportsOfMonth! + 1,
        exportsWaiting: themselves.exportsWaiting! + 1,
        exportWaitsSince: now.toISOString(),
        deletionsScheduled: themselves.deletionsScheduled! + 1,
      },
      holds: expect.arrayContaining([
        {
          member: { id: idOf(held), name: expect.any(String) },
          reason: 'Procura',
          since: now.toISOString(),
          until: null,
          by: 'grace',
        },
      ]),
    })
  })

  it('says what the retention job deleted, by table', async () => {
    const old = await recorded()
    const kept = await recorded()
    for (const id of [old, kept]) await close(id)
    await server.database.db
      .updateTable('privacy_requests')
      .set({ closed_at: new Date(start.getTime() - 1097 * day) })
      .where('id', '=', old)
      .execute()
    const rule = { kind: 'age', column: 'closed_at', days: 1096, why: 'x' } as const
    await applyRetention(server.database, { privacy_requests: rule }, now)
    expect(await one(old, 'closed')).toBeUndefined()
    expect(await one(kept, 'closed')).toBeDefined()
    const { retention } = (await stateOf()) as { retention: { table: string }[] }
    expect(retention.find(({ table }) => table === 'privacy_requests')).toMatchObject({
      days: 1096,
      lastRanAt: now.toISOString(),
      lastRemoved: 1,
      removed: 1,
    })
    expect(retention.find(({ table }) => table === 'audit_entries')).toBeUndefined()
  })
})

it('what staff asked as members is a colleague’s to answer, and not shown to them', async () => {
  const self = await join()
  const helper = await staffMember(server, { roles: ['support@battito'], at: now })
  await server.database.db.updateTable('staff').set({ email: self.email }).where('id', '=', helper.id).execute()
  const id = await recorded(about(self))
  expect((await list('open', helper)).some((row) => row.id === id)).toBe(false)
  for (const answer of [await record(asked(about(self)), helper), await close(id, {}, helper)])
    expect(answer).toMatchObject({ status: 403, body: { code: 'own_account' } })
})
