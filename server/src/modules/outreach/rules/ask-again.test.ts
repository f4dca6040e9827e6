import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { stayAway } from '#test/support/work-off.ts'
import { idOf, notified } from './testing/notified.ts'

let testServer: TestServer
let now = 0
let evening = Date.parse('2031-06-02T00:00:00+02:00')
const day = 86_400_000
/**
 * A time in Rome in summer, later than what the database takes for now: of the evening of the test, or the day after.
 */
const rome = (time: string, next: '' | 'next day' = '') =>
  (now = evening + (next === '' ? 0 : day) + Date.parse(`1970-01-01T${time}:00Z`))
// The clock never goes back.
beforeEach(() => {
  evening += 7 * day
})
let at: ReturnType<typeof notified>
beforeAll(async () => {
  rome('12:00')
  testServer = await startTestServer({ clock: () => new Date(now), jobs: false, bystanders: false })
  await stayAway(testServer)
  at = notified(testServer, () => now)
})
afterAll(() => testServer?.close())

const deliveries = (member: TestMember) =>
  at.query<{ state: string; reason: string | null }>('select state, reason from deliveries where member_id = $1', [
    idOf(member),
  ])

/** A notice of a message that a phone's push service does not take at 21:59. */
async function pushedInVain() {
  rome('21:59')
  const [from, member] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  const phone = await at.phone(member)
  await at.turn(phone, 'full')
  await at.write(from, member)
  await at.away(member)
  await at.workOff()
  expect(await deliveries(member)).toEqual([{ state: 'queued', reason: null }])
  await at.turn(phone, 'on')
  return { from, member, phone }
}

it('a push that is tried again in quiet hours waits for the morning', async () => {
  const { member, phone } = await pushedInVain()
  rome('22:05')
  await at.workOff()
  expect(await at.pushed(phone)).toEqual([])
  rome('07:59', 'next day')
  await at.workOff()
  expect(await at.pushed(phone)).toEqual([])
  rome('08:00', 'next day')
  await at.workOff()
  expect(await at.pushed(phone)).toHaveLength(1)
  expect(await deliveries(member)).toEqual([{ state: 'sent', reason: null }])
})

interface Pushed {
  readonly from: TestMember
  readonly member: TestMember
}
const meanwhile: readonly [string, (two: Pushed) => Promise<unknown>, string][] = [
  [
    'is turned off',
    ({ member }) => at.choose(member, { choices: [{ event: 'firstMessage', channel: 'push', on: false }] }),
    'turned off meanwhile',
  ],
  [
    'is of a member who was blocked',
    ({ from, member }) => testServer.call('/api/block', { body: { angelId: idOf(from) }, token: member.token }),
    'over meanwhile',
  ],
  [
    'is of a member who was suspended',
    ({ from }) => at.query("update members set state = 'suspended' where id = $1", [idOf(from)]),
    'over meanwhile',
  ],
  [
    'was opened, though another message came since',
    async ({ from, member }) => {
      const socket = await member.connect()
      await socket.send('read', { angelId: idOf(from), seq: 1 })
      socket.close()
      await at.write(from, member)
      await at.query('delete from outbox')
      await at.away(member)
    },
    'opened meanwhile',
  ],
  [
    'is for an account that was closed',
    ({ member }) => at.query("update members set state = 'deactivated' where id = $1", [idOf(member)]),
    'the account is closed',
  ],
]
it.each(meanwhile)('a push that %s before it is tried again is not sent', async (_, happens, reason) => {
  const two = await pushedInVain()
  await happens(two)
  rome('12:00', 'next day')
  await at.workOff()
  expect(await at.pushed(two.phone)).toEqual([])
  expect(await deliveries(two.member)).toEqual([{ state: 'withheld', reason }])
})

const withdraw = async ({ from, member }: Pushed) => {
  const { status } = await testServer.call(`/api/messages/${idOf(member)}/1`, { method: 'DELETE', token: from.token })
  expect(status).toBe(200)
}

it('a push of a message that was withdrawn before it is tried again is not sent, and the next one is announced', async () => {
  const two = await pushedInVain()
  await withdraw(two)
  rome('12:00', 'next day')
  await at.workOff()
  expect(await at.pushed(two.phone)).toEqual([])
  await at.write(two.from, two.member)
  await at.away(two.member)
  rome('12:30', 'next day')
  await at.workOff()
  expect(await at.pushed(two.phone)).toHaveLength(1)
})

it('a push of a message that was withdrawn announces one that came after it', async () => {
  const two = await pushedInVain()
  await at.write(two.from, two.member)
  await withdraw(two)
  await at.away(two.member)
  rome('12:00', 'next day')
  await at.workOff()
  expect(await at.pushed(two.phone)).toHaveLength(1)
})

/** A mail of a message, decided on before the evening and not sent yet. */
async function mailQueued() {
  rome('21:30')
  const [from, member] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  await at.write(from, member)
  await at.away(member)
  const { handlers } = testServer.context.jobs
  const [event] = await at.query<{ id: string; topic: string; payload: { conversationId: string } }>(
    'delete from outbox returning *',
  )
  if (!event) return expect.fail('no event')
  await testServer.context.receive(event)
  rome('21:50')
  const about = { memberId: idOf(member), event: 'message' as const, about: event.payload.conversationId }
  await handlers['outreach.notice']?.(about, { attempt: 1, last: false })
  expect((await at.mails(member)).map(({ kind, state }) => [kind, state])).toEqual([['new-message', 'queued']])
  return { from, member }
}
const arrived = (member: TestMember) =>
  testServer.sandbox.sandbox.state.mails.newest().filter(({ to }) => to === member.email)

it('a mail that leaves in quiet hours waits for the morning, and says nothing of what it announced once it has left', async () => {
  const { member } = await mailQueued()
  rome('22:05')
  await at.workOff()
  expect(arrived(member)).toEqual([])
  rome('08:00', 'next day')
  await at.workOff()
  expect(arrived(member)).toHaveLength(1)
  const [mail] = await at.mails(member)
  expect(mail).toMatchObject({ state: 'sent', props: { link: expect.any(String) } })
  expect(Object.keys(mail?.props ?? {})).toEqual(['link'])
})

it('a mail that was queued before its member changed their address goes to the new one', async () => {
  const { member } = await mailQueued()
  const email = `new-${member.email}`
  await at.query('update members set email = $2 where id = $1', [idOf(member), email])
  rome('12:00', 'next day')
  await at.workOff()
  expect(arrived(member)).toEqual([])
  expect(arrived({ ...member, email })).toHaveLength(1)
})

it('a mail about a member who was blocked since is withheld', async () => {
  const { from, member } = await mailQueued()
  await testServer.call('/api/block', { body: { angelId: idOf(from) }, token: member.token })
  rome('12:00', 'next day')
  await at.workOff()
  expect(arrived(member)).toEqual([])
  expect(await at.mails(member)).toMatchObject([{ state: 'withheld', last_error: 'over meanwhile' }])
})
