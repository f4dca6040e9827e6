import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#platform/ids.ts'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type MemberWish, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { mailingDesk, mailsTo, promotionJobs, reason, say, texts } from './testing/desk.ts'

const [hour, day] = [3_600_000, 86_400_000]
const host = 'battito.localhost'
let server: TestServer
let author: TestStaff
let second: TestStaff
let desk: ReturnType<typeof mailingDesk>
let jobs: ReturnType<typeof promotionJobs>
/** Noon in Italy. */
const noon = Date.parse('2026-11-25T11:00:00Z')
let now = noon
const at = () => new Date(now)
const staffAgain = async () => {
  author = await staffMember(server, { roles: ['marketing@battito'], at: at() })
  second = await staffMember(server, { roles: ['owner@battito'], at: at() })
  desk = mailingDesk(author, second)
}
beforeAll(async () => {
  server = await startTestServer({ jobs: false, clock: at })
  jobs = promotionJobs(server)
})
afterAll(() => server?.close())
beforeEach(async () => {
  // What an earlier test has sent is more than a week ago.
  now = Math.max(now, noon) + 30 * day
  now -= (now - noon) % day
  await staffAgain()
  const { db } = server.database
  await db.updateTable('members').set({ state: 'deactivated' }).where('brand_id', '=', 'battito').execute()
  await db.updateTable('mailings').set({ state: 'stopped' }).where('state', 'in', ['approved', 'sending']).execute()
  await db.updateTable('emails').set({ state: 'dead' }).where('state', '=', 'queued').execute()
  await db.deleteFrom('journeys').execute()
})

async function reader(wish: MemberWish = {}): Promise<TestMember> {
  const member = await server.member({ host, ...wish })
  await say(server, member, true, new Date(now + 1))
  return member
}
const idOf = (member: TestMember): string => member.session.angelId
const change = (member: TestMember, columns: object) =>
  server.database.db.updateTable('members').set(columns).where('id', '=', idOf(member)).execute()
const settings = (member: TestMember, columns: object) =>
  server.database.db
    .insertInto('notification_settings')
    .values({ member_id: idOf(member), changed_at: at(), ...columns })
    .execute()
const promotionsOf = async (member: TestMember) =>
  (
    await server.database.db
      .selectFrom('promotions')
      .select(['state', 'reason'])
      .where('member_id', '=', idOf(member))
      .orderBy('created_at')
      .execute()
  ).map(({ state, reason: why }) => (why === null ? state : `${state}: ${why}`))
const subjectsTo = async (member: TestMember) => (await mailsTo(server, member.email)).map(({ subject }) => subject)

describe('a newsletter', () => {
  it('reaches who agreed, in their language, once, with the links that stop it', async () => {
    const member = await reader()
    await change(member, { locale: 'fr', screen_name: 'Zoé {brand} <b>' })
    const id = await desk.approved()
    await jobs.sendAll()
    await jobs.sendAll()
    const mails = await mailsTo(server, member.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['News fr'])
    // What a member calls themselves is no placeholder and no markup.
    expect(mails[0]?.html).toContain('Zoé {brand} &lt;b&gt;')
    expect(mails[0]?.links.some((link) => link.includes('/unsubscribe?token='))).toBe(true)
    expect(mails[0]?.links.some((link) => link.includes('/activeNotifications?token='))).toBe(true)
    expect(await desk.read(id)).toMatchObject({ state: 'sent', figures: { sent: 1, waiting: 0, dropped: 0 } })
    const { body } = await server.call('/api/notifications/sent', { token: member.token, host })
    expect(body.sent[0]).toMatchObject({ event: 'news', channel: 'email', state: 'sent', because: 'consent' })
  })

  it('can be left by its link, which is counted', async () => {
    const member = await reader()
    const id = await desk.approved()
    await jobs.sendAll()
    const [mail] = await mailsTo(server, member.email)
    const link = new URL(mail?.links.find((one) => one.includes('/unsubscribe?token=')) ?? '')
    now += hour
    const body = { token: link.searchParams.get('token') }
    expect((await server.call('/api/unsubscribe', { body, host })).body).toMatchObject({ list: 'promotion' })
    expect((await desk.read(id)).figures).toMatchObject({ sent: 1, unsubscribed: 1 })
    now += 8 * day
    await staffAgain()
    await desk.approved()
    await jobs.sendAll()
    expect(await subjectsTo(member)).toHaveLength(1)
  })

  it.each<[string, (member: TestMember) => Promise<unknown>]>([
    ['did not agree', (member) => say(server, member, false, new Date(now + 2))],
    ['is closed', (member) => change(member, { state: 'deactivated' })],
    ['is suspended', (member) => change(member, { state: 'suspended' })],
    [
      'is a sample',
      async (member) => {
        await sql`insert into demo_installations (mark, loaded_at, seed)
          values (true, ${at()}, 'x') on conflict do nothing`.execute(server.database.db)
        await change(member, { sample: true })
      },
    ],
    ['has not confirmed their address', (member) => change(member, { email_confirmed_at: null })],
    ['has paused everything for longer', (member) => settings(member, { paused_until: new Date(now + 7 * day) })],
    [
      'may not write',
      (member) =>
        sql`insert into restrictions (brand_id, id, member_id, kind, from_at, ground, clause, facts, content_type,
            automated_detection, automated_decision, territory, source, made_by)
          values ('battito', ${newId()}, ${idOf(member)}, 'messaging_off', ${at()}, 'terms', '3.1', 'x', 'message',
            false, false, 'all', 'member', 'command:test')`.execute(server.database.db),
    ],
  ])('is not sent to one who %s', async (_who, make) => {
    const [member, other] = [await reader(), await reader()]
    await make(member)
    await desk.approved()
    await jobs.sendAll()
    expect(await subjectsTo(member)).toEqual([])
    // The others get it.
    expect(await subjectsTo(other)).toHaveLength(1)
  })

  it('is not sent where what was true when it was queued is not any more', async () => {
    const members = await Promise.all([reader(), reader(), reader(), reader(), reader()])
    const [left, closed, moved, bounced, still] = members
    const id = await desk.approved({ segment: 'without_plan' })
    await jobs.run()
    expect(await jobs.queued()).toHaveLength(5)
    await say(server, left, false, new Date(now + 5))
    await change(closed, { state: 'deactivated' })
    await change(moved, { level: 1 })
    await server.database.db
      .updateTable('members')
      .set({ email: `new-${bounced.email}` })
      .where('id', '=', idOf(bounced))
      .execute()
    await jobs.sendAll()
    for (const one of [left, closed, moved, bounced]) expect(await subjectsTo(one)).toEqual([])
    expect(await promotionsOf(left)).toEqual(['dropped: no_consent'])
    expect(await promotionsOf(closed)).toEqual(['dropped: closed'])
    expect(await promotionsOf(moved)).toEqual(['dropped: moved_on'])
    expect(await subjectsTo(still)).toHaveLength(1)
    expect((await desk.read(id)).figures).toMatchObject({ sent: 1, dropped: 4 })
  })

  it('is one mail a week, whatever it is of', async () => {
    const member = await reader()
    await desk.approved({ name: 'One' })
    await desk.approved({ name: 'Two' })
    await jobs.sendAll()
    expect(await promotionsOf(member)).toEqual(expect.arrayContaining(['sent', 'dropped: this_week']))
    now += 7 * day - hour
    await staffAgain()
    await desk.approved()
    await jobs.run()
    // It waits for the hour in which a week is over.
    expect(await jobs.queued()).toEqual([])
    now += hour + 1000
    await jobs.sendAll()
    expect(await subjectsTo(member)).toHaveLength(2)
  })

  it('waits for the end of the member’s quiet hours, also where it leaves later than it was queued', async () => {
    const [early, late] = [await reader(), await reader()]
    await settings(early, { quiet_from: 9 * 60, quiet_until: 14 * 60, time_zone: 'Europe/Rome' })
    await settings(late, { quiet_from: 13 * 60, quiet_until: 15 * 60, time_zone: 'Europe/Rome' })
    const id = await desk.approved()
    await jobs.run()
    const [queued] = await jobs.queued()
    expect(queued?.to_address).toBe(late.email)
    now += hour
    await jobs.send(queued?.id ?? '')
    expect(await subjectsTo(late)).toEqual([])
    now += hour
    await jobs.sendAll()
    expect([await subjectsTo(early), await subjectsTo(late)].map(({ length }) => length)).toEqual([1, 0])
    now += hour
    await jobs.sendAll()
    expect(await subjectsTo(late)).toHaveLength(1)
    expect((await desk.read(id)).figures.sent).toBe(2)
  })

  it('waits for the morning of the night in which the clocks change', async () => {
    // The last Sunday of March, 01:30 in Italy; at 02:00 it becomes 03:00.
    now = Date.parse('2028-03-26T00:30:00Z')
    await staffAgain()
    const member = await reader()
    await desk.approved()
    await jobs.sendAll()
    // Eight o’clock of summer time is six in UTC.
    now = Date.parse('2028-03-26T05:59:00Z')
    await jobs.sendAll()
    expect(await subjectsTo(member)).toEqual([])
    now = Date.parse('2028-03-26T06:00:00Z')
    await jobs.sendAll()
    expect(await subjectsTo(member)).toHaveLength(1)
  })

  it('begins when it is time', async () => {
    const member = await reader()
    const id = await desk.approved({ startsAt: new Date(now + 2 * hour).toISOString() })
    await jobs.sendAll()
    expect([(await desk.read(id)).state, await subjectsTo(member)]).toEqual(['approved', []])
    now += 2 * hour
    await jobs.sendAll()
    expect([(await desk.read(id)).state, await subjectsTo(member)]).toEqual(['sent', ['News it']])
  })

  it('says nothing in its subject to a discreet member', async () => {
    const member = await reader()
    await settings(member, { discreet: true })
    await desk.approved()
    await jobs.sendAll()
    expect((await subjectsTo(member))[0]).not.toContain('News it')
    expect(await subjectsTo(member)).toHaveLength(1)
  })

  it('stops at once: what is queued is not sent, and it does not go on', async () => {
    const members = [await reader(), await reader(), await reader()]
    const id = await desk.approved()
    await jobs.run()
    const queued = await jobs.queued()
    await jobs.send(queued[0]?.id ?? '')
    expect((await desk.stop(id)).status).toBe(200)
    await jobs.sendAll()
    expect((await Promise.all(members.map(subjectsTo))).flat()).toHaveLength(1)
    expect(await desk.read(id)).toMatchObject({ state: 'stopped', figures: { sent: 1, dropped: 2, queued: 0 } })
    expect((await desk.save(id)).body.code).toBe('mailing_over')
    expect((await desk.submit(id)).body.code).toBe('mailing_over')
  })

  it('is sent once where a process dies: while it lists, queues or sends', async () => {
    const [one, other] = [await reader(), await reader()]
    const id = await desk.approved()
    await jobs.run()
    // The listing was not noted down: the same page again.
    await server.database.db
      .updateTable('mailings')
      .set({ listed_to: null, is_listed: false })
      .where('id', '=', id)
      .execute()
    await Promise.all([jobs.run(), jobs.run()])
    const queued = await jobs.queued()
    expect(queued).toHaveLength(2)
    // It was handed to the relay, and the process ended before the answer.
    const [dying] = queued
    await server.database.db
      .updateTable('promotions')
      .set({ sending_at: at() })
      .where('email_id', '=', dying?.id ?? '')
      .execute()
    await jobs.sendAll()
    await jobs.sendAll()
    const counts = { [one.email]: await subjectsTo(one), [other.email]: await subjectsTo(other) }
    expect(counts[dying?.to_address ?? '']).toEqual([])
    expect(Object.values(counts).flat()).toHaveLength(1)
    expect((await desk.read(id)).figures).toMatchObject({ sent: 1, failed: 1 })
  })
})

describe('a journey', () => {
  const turn = (journey: string, isOn: boolean) =>
    second.call(`/admin/api/battito/journeys/${journey}`, { method: 'PUT', body: { isOn, reason } })
  const listed = async () => (await author.call('/admin/api/battito/journeys')).body.journeys

  it('is off until it is turned on, which is in the audit', async () => {
    const member = await reader()
    now += 25 * hour
    await jobs.sendAll()
    expect(await subjectsTo(member)).toEqual([])
    await staffAgain()
    expect((await listed()).map(({ isOn }: { isOn: boolean }) => isOn)).toEqual([false, false, false])
    expect((await turn('no_photo', true)).status).toBe(200)
    await jobs.sendAll()
    await jobs.sendAll()
    expect(await subjectsTo(member)).toHaveLength(1)
    expect((await listed())[0]).toMatchObject({ journey: 'no_photo', isOn: true, sent: 1 })
    const [entry] = (await second.call('/admin/api/battito/audit')).body.entries
    expect(entry).toMatchObject({ action: 'journey_switched', reason, detail: { journey: 'no_photo', isOn: true } })
  })

  it('writes to no one who has done it meanwhile, or who joined before the week', async () => {
    const [old, done] = [await reader(), await reader()]
    await change(old, { created_at: new Date(now - 20 * day) })
    await turn('no_photo', true)
    now += 25 * hour
    await jobs.run()
    expect(await jobs.queued()).toHaveLength(1)
    await sql`insert into member_photos (member_id, id, storage_key, state, is_default, created_at)
      values (${idOf(done)}, ${newId()}, ${newId()}, 'pending', false, ${at()})`.execute(server.database.db)
    await jobs.sendAll()
    expect([await subjectsTo(old), await subjectsTo(done)]).toEqual([[], []])
    expect(await promotionsOf(done)).toEqual(['dropped: moved_on'])
  })

  it('is not sent once it is off', async () => {
    const member = await reader()
    await turn('no_first_message', true)
    now += 3 * day + hour
    await jobs.run()
    expect(await jobs.queued()).toHaveLength(1)
    await staffAgain()
    await turn('no_first_message', false)
    await jobs.sendAll()
    expect(await subjectsTo(member)).toEqual([])
  })

  it('to who paid once is sent a month after the plan ended, once for each', async () => {
    const member = await reader()
    await sql`insert into subscriptions (id, brand_id, member_id, plan_id, plan, flow_id, flow_version, state, renews,
        started_at, period_start, period_end, anchored_at)
      values (${newId()}, 'battito', ${idOf(member)}, 'month', '{}', '7', '1', 'ended', false, ${at()}, ${at()},
        ${new Date(now + hour)}, ${at()})`.execute(server.database.db)
    await turn('lapsed', true)
    now += 29 * day
    await jobs.sendAll()
    expect(await subjectsTo(member)).toEqual([])
    now += 2 * day
    await jobs.sendAll()
    now += 8 * day
    await jobs.sendAll()
    expect(await subjectsTo(member)).toHaveLength(1)
  })

  it('and a newsletter are one mail a week together: the other waits', async () => {
    const member = await reader()
    await turn('no_photo', true)
    now += 25 * hour
    await staffAgain()
    await desk.approved({ texts })
    await jobs.sendAll()
    expect(await subjectsTo(member)).toHaveLength(1)
  })

  it('is shown in every language as it is sent', async () => {
    for (const journey of ['no_photo', 'no_first_message', 'lapsed'])
      for (const locale of ['it', 'es', 'fr', 'en']) {
        const { status, body } = await author.call(`/admin/api/battito/journeys/${journey}/preview/${locale}`)
        expect([journey, locale, status]).toEqual([journey, locale, 200])
        expect(body).toContain(`lang="${locale}"`)
      }
  })
})
