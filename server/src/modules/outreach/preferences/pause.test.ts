import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { stayAway } from '#test/support/work-off.ts'
import { notified } from '../rules/testing/notified.ts'

const [minute, day] = [60_000, 86_400_000]
let testServer: TestServer
/** Of a day in Rome in summer, later than what the database takes for now. */
let now = Date.parse('2031-06-02T12:00:00+02:00')
let at: ReturnType<typeof notified>
beforeAll(async () => {
  testServer = await startTestServer({ clock: () => new Date(now), jobs: false, bystanders: false })
  await stayAway(testServer)
  at = notified(testServer, () => now)
})
afterAll(() => testServer?.close())

const kinds = async (member: TestMember) => (await at.mails(member)).map(({ kind, state }) => [kind, state])

/** A message to a member with a phone, who wants nothing of it for now. */
async function writtenTo(settings: object) {
  now += day
  const [from, member] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  const phone = await at.phone(member)
  await at.choose(member, { timeZone: 'Europe/Rome', quiet: null, ...settings })
  await at.write(from, member)
  await at.away(member)
  await at.workOff()
  now += 15 * minute
  await at.workOff()
  expect(await at.pushed(phone)).toEqual([])
  expect(await kinds(member)).toEqual([])
  return { from, member, phone }
}

it('a message that came in a pause is announced once the member ends it, not when it would have ended', async () => {
  const { member, phone } = await writtenTo({ pause: 'week' })
  await at.choose(member, { pause: 'none' })
  await at.away(member)
  await at.workOff()
  expect(await at.pushed(phone)).toHaveLength(1)
  expect(await kinds(member)).toEqual([['new-message', 'sent']])
})

it('a message that came in quiet hours is announced once the member has none', async () => {
  const { member, phone } = await writtenTo({ quiet: { from: '11:00', until: '20:00' } })
  await at.choose(member, { quiet: null })
  await at.away(member)
  await at.workOff()
  expect(await at.pushed(phone)).toHaveLength(1)
  expect(await kinds(member)).toEqual([['new-message', 'sent']])
})

it('what was held for a weekly digest in a pause comes with the digest of the next morning, or at once without one', async () => {
  const daily = await writtenTo({ digest: 'weekly', pause: 'week' })
  await at.choose(daily.member, { digest: 'daily', pause: 'none' })
  const none = await writtenTo({ digest: 'weekly', pause: 'week' })
  await at.choose(none.member, { digest: 'off', pause: 'none' })
  for (const { member } of [daily, none]) await at.away(member)
  await at.workOff()
  expect(await kinds(none.member)).toEqual([['new-message', 'sent']])
  now = Math.ceil(now / day) * day + 7 * 60 * minute
  await at.workOff()
  expect(await kinds(daily.member)).toEqual([['notice-digest', 'sent']])
})

it('a mail that was put off by a pause leaves once it is ended', async () => {
  now += day
  const [from, member] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  await at.choose(member, { timeZone: 'Europe/Rome', quiet: null })
  await at.write(from, member)
  await at.away(member)
  const [event] = await at.query<{ id: string; topic: string; payload: { conversationId: string } }>(
    'delete from outbox returning *',
  )
  await testServer.context.receive(event!)
  now += 16 * minute
  const about = { memberId: member.session.angelId, event: 'message' as const, about: event!.payload.conversationId }
  await testServer.context.jobs.handlers['outreach.notice']?.(about, { attempt: 1, last: false })
  expect(await kinds(member)).toEqual([['new-message', 'queued']])
  await at.choose(member, { pause: 'week' })
  await at.workOff()
  expect(await kinds(member)).toEqual([['new-message', 'queued']])
  await at.choose(member, { pause: 'none' })
  await at.away(member)
  await at.workOff()
  expect(await kinds(member)).toEqual([['new-message', 'sent']])
})
