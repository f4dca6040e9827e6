import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { stayAway } from '#test/support/work-off.ts'
import { idOf, notified } from './testing/notified.ts'

const minute = 60_000
let testServer: TestServer
let now = 0
/** A time in Rome in summer, later than what the database takes for now. */
const rome = (time: string) => (now = Date.parse(`2031-06-${time}:00+02:00`))
let at: ReturnType<typeof notified>
beforeAll(async () => {
  rome('02T12:00')
  testServer = await startTestServer({ clock: () => new Date(now), jobs: false, bystanders: false })
  await stayAway(testServer)
  at = notified(testServer, () => now)
})
afterAll(() => testServer?.close())

const reader = async (quiet: { from: string; until: string } | null) => {
  const member = await testServer.member({ gender: 'woman' })
  await at.choose(member, { digest: 'daily', quiet, timeZone: 'Europe/Rome' })
  return member
}
const digestRunsAt = async (memberId: string) =>
  (
    await at.query<{ run_at: Date }>('select run_at from graphile_worker.jobs where key = $1', [`digest ${memberId}`])
  ).map(({ run_at }) => run_at.toISOString())

/** Mail is decided on a quarter of an hour after its cause. */
const lookLater = async () => {
  await at.workOff()
  now += 15 * minute
  await at.workOff()
}

it.each(['09:00', '10:00'])(
  'the digest leaves what waits for a device to it, where quiet hours end with it (%s)',
  async (until) => {
    rome('02T22:30')
    const member = await reader({ from: '22:00', until })
    const phone = await at.phone(member)
    await at.write(await testServer.member(), member)
    await at.away(member)
    await at.workOff()
    expect(await at.pushed(phone)).toEqual([])
    rome(`03T${until}`)
    await at.digest(member)
    await at.workOff()
    expect((await at.mails(member)).map(({ kind }) => kind)).toEqual(['notice-digest'])
    expect(await at.pushed(phone)).toHaveLength(1)
    // Once on each channel, until it is opened.
    now += 24 * 60 * minute
    await at.workOff()
    expect(await at.mails(member)).toHaveLength(1)
    expect(await at.pushed(phone)).toHaveLength(1)
  },
)

it('a digest that is due is not put off by what happens before it leaves', async () => {
  rome('05T12:00')
  const member = await reader(null)
  await at.write(await testServer.member(), member)
  await lookLater()
  const due = new Date(rome('06T09:00')).toISOString()
  expect(await digestRunsAt(idOf(member))).toEqual([due])
  // The workers are behind: another message is looked at first.
  rome('06T09:05')
  await at.write(await testServer.member(), member)
  const events = await at.query<{ id: string; topic: string; payload: unknown }>('delete from outbox returning *')
  for (const event of events) await testServer.context.receive(event)
  const [{ about = '' } = {}] = await at.query<{ about: string }>(
    'select about from notices where member_id = $1 and planned order by happened_at desc limit 1',
    [idOf(member)],
  )
  now += 15 * minute
  await testServer.context.jobs.handlers['outreach.notice']?.(
    { memberId: idOf(member), event: 'message', about },
    { attempt: 1, last: false },
  )
  expect(await digestRunsAt(idOf(member))).toEqual([due])
  await at.workOff()
  expect((await at.mails(member)).map(({ kind, props }) => [kind, props['messages']])).toEqual([['notice-digest', 2]])
})

it('a digest that was to come in a week comes tomorrow, once its member wants it daily', async () => {
  rome('11T12:00')
  const member = await reader(null)
  await at.choose(member, { digest: 'weekly' })
  await at.write(await testServer.member(), member)
  await lookLater()
  const monday = new Date('2031-06-16T09:00:00+02:00').toISOString()
  expect(await digestRunsAt(idOf(member))).toEqual([monday])
  await at.choose(member, { digest: 'daily' })
  await at.write(await testServer.member(), member)
  await lookLater()
  expect(await digestRunsAt(idOf(member))).toEqual([new Date(rome('12T09:00')).toISOString()])
})

describe('a visit whose visitor hides visits, or themselves, before it is announced', () => {
  const visitedBy = async (visitor: TestMember, member: TestMember) => {
    const body = { angelId: idOf(member), trackerId: visitor.session.clickid }
    expect((await testServer.call('/api/collect/visited', { body, token: visitor.token })).status).toBe(200)
  }
  const hides = (member: TestMember, column: 'hides_visits' | 'is_hidden') =>
    at.query(`update members set ${column} = true where id = $1`, [idOf(member)])
  const choices = [{ event: 'visit', channel: 'email', on: true }]

  it.each(['hides_visits', 'is_hidden'] as const)('is not mailed (%s)', async (column) => {
    rome(column === 'hides_visits' ? '20T12:00' : '21T12:00')
    const [visitor, member] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    await at.choose(member, { choices, quiet: null })
    await visitedBy(visitor, member)
    await at.away(member)
    await at.workOff()
    await hides(visitor, column)
    now += 15 * minute
    await at.workOff()
    expect(await at.mails(member)).toEqual([])
  })

  it('is not counted in a digest', async () => {
    rome('23T12:00')
    const member = await reader(null)
    await at.choose(member, { choices })
    const [hidden, shown] = [await testServer.member(), await testServer.member()]
    for (const one of [hidden, shown]) await visitedBy(one, member)
    await lookLater()
    await hides(hidden, 'hides_visits')
    rome('24T09:00')
    await at.workOff()
    expect((await at.mails(member)).map(({ kind, props }) => [kind, props['visits']])).toEqual([['notice-digest', 1]])
  })
})
