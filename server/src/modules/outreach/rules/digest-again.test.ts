import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { stayAway } from '#test/support/work-off.ts'
import { idOf, notified } from './testing/notified.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
let testServer: TestServer
/** Of the test's first day in Rome, later than what the database takes for now; the clock never goes back. */
let noon = Date.parse('2031-06-02T12:00:00+02:00')
let now = noon
beforeEach(() => {
  noon += 7 * day
})
let at: ReturnType<typeof notified>
beforeAll(async () => {
  testServer = await startTestServer({ clock: () => new Date(now), jobs: false, bystanders: false })
  await stayAway(testServer)
  at = notified(testServer, () => now)
})
afterAll(() => testServer?.close())

const nine = () => noon + 21 * hour

/** Two conversations are held for the digest of the next morning. */
async function held() {
  now = noon
  const member = await testServer.member({ gender: 'woman' })
  await at.choose(member, { digest: 'daily', quiet: { from: '22:00', until: '08:00' }, timeZone: 'Europe/Rome' })
  const [one, other] = [await testServer.member(), await testServer.member()]
  for (const from of [one, other]) await at.write(from, member)
  await at.away(member)
  await at.workOff()
  now += 15 * minute
  await at.workOff()
  return { member, one, other }
}
type Held = Awaited<ReturnType<typeof held>>

/** Its digest is written, and has not left. */
async function queued(): Promise<Held> {
  const two = await held()
  now = nine()
  await at.digest(two.member)
  expect((await at.mails(two.member)).map(({ kind, state }) => [kind, state])).toEqual([['notice-digest', 'queued']])
  return two
}
const arrived = (member: TestMember) =>
  testServer.sandbox.sandbox.state.mails.newest().filter(({ to }) => to === member.email)

async function open(member: TestMember, from: TestMember) {
  const socket = await member.connect()
  await socket.send('read', { angelId: idOf(from), seq: 1 })
  socket.close()
}
async function withdraw(from: TestMember, member: TestMember) {
  const { status } = await testServer.call(`/api/messages/${idOf(member)}/1`, { method: 'DELETE', token: from.token })
  expect(status).toBe(200)
}
const block = (member: TestMember, other: TestMember) =>
  testServer.call('/api/block', { body: { angelId: idOf(other) }, token: member.token })
const putInState = (member: TestMember, state: string) =>
  at.query('update members set state = $2 where id = $1', [idOf(member), state])

it.each<[string, (two: Held) => Promise<unknown>]>([
  ['was opened', ({ member, one }) => open(member, one)],
  [
    'was opened, though another message came since,',
    async ({ member, one }) => {
      await open(member, one)
      await at.write(one, member)
      await at.query('delete from outbox')
    },
  ],
  ['was withdrawn', ({ member, one }) => withdraw(one, member)],
  ['is of a member who was blocked', ({ member, one }) => block(member, one)],
  ['is of a member who was suspended', ({ one }) => putInState(one, 'suspended')],
])('a digest that waited for the relay says nothing of what %s meanwhile', async (_, happens) => {
  const two = await queued()
  await happens(two)
  now += hour
  await at.workOff()
  const [mail] = await at.mails(two.member)
  expect(mail).toMatchObject({ state: 'sent', props: { messages: 1 } })
  expect(mail?.props).not.toHaveProperty('notices')
  expect(arrived(two.member)).toHaveLength(1)
  expect(arrived(two.member)[0]?.text).toMatch(/Una conversazione con messaggi/)
})

it.each<[string, (two: Held) => Promise<unknown>, string]>([
  [
    'was opened',
    async ({ member, one, other }) => {
      await open(member, one)
      await open(member, other)
    },
    'opened meanwhile',
  ],
  [
    'is turned off',
    ({ member }) => at.choose(member, { choices: [{ event: 'firstMessage', channel: 'email', on: false }] }),
    'turned off meanwhile',
  ],
  ['is for an account that was closed', ({ member }) => putInState(member, 'deactivated'), 'the account is closed'],
])('a digest of which everything %s meanwhile is not sent', async (_, happens, reason) => {
  const two = await queued()
  await happens(two)
  now += hour
  await at.workOff()
  expect(arrived(two.member)).toEqual([])
  expect(await at.mails(two.member)).toMatchObject([{ state: 'withheld', last_error: reason }])
})

it('a digest that could not leave before quiet hours waits for the morning', async () => {
  const { member } = await queued()
  now = nine() + 13.5 * hour
  await at.workOff()
  expect(arrived(member)).toEqual([])
  now = nine() + 23 * hour
  await at.workOff()
  expect(arrived(member)).toHaveLength(1)
})

it.each<[string, () => Promise<Held>]>([
  ['was held', held],
  ['waited for the relay', queued],
])('a message after one that was withdrawn while its digest %s is in the next digest', async (_, begin) => {
  const { member, one, other } = await begin()
  await withdraw(one, member)
  await withdraw(other, member)
  now = nine() + hour
  await at.workOff()
  expect(arrived(member)).toEqual([])
  await at.write(one, member)
  await at.away(member)
  await at.workOff()
  now += 15 * minute
  await at.workOff()
  now = nine() + day
  await at.workOff()
  expect((await at.mails(member)).at(-1)).toMatchObject({ state: 'sent', props: { messages: 1 } })
})
