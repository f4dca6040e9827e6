import { createHmac, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#platform/ids.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { createImap } from '#providers/imap/index.ts'
import { type ImapServer, startImapServer } from '#providers/imap/testing/imap-server.ts'
import { deriveKeys } from '#platform/ids.ts'
import { createLog } from '#platform/process/log.ts'
import { handleReport, readReports, type ReportDeps } from './read-reports.ts'
import { returnPath } from './return-path.ts'
import { bounceOf, complaintOf } from './testing/reports.ts'

let testServer: TestServer
let now = new Date()
let deps: ReportDeps
let imap: ImapServer
const address = 'bounces@mail.example'
const keysFor = (purpose: string) => deriveKeys(['s'.repeat(43)], purpose)
beforeAll(async () => {
  imap = await startImapServer()
  testServer = await startTestServer({ jobs: false, clock: () => now })
  deps = {
    reports: { mailbox: createImap(imap), address },
    everyDatabase: () => [{ db: testServer.database.db }],
    receiveReply: async () => 'unknown',
    returnPathKeys: keysFor('mail return paths'),
    // As the server has them: it asks the member for another address.
    addressKeys: keysFor('mail suppressions'),
    log: createLog('silent'),
    clock: () => now,
  }
})
afterAll(async () => {
  await imap?.close()
  await testServer?.close()
})

type Member = Awaited<ReturnType<TestServer['member']>>
const sentTo = async (member: Member, values: { created_at?: Date; kind?: string } = {}) => {
  const id = newId()
  const row = { id, brand_id: 'local', member_id: member.session.angelId, to_address: member.email, locale: 'it' }
  await testServer.database.db
    .insertInto('emails')
    .values({ ...row, kind: 'account-restored', props: '{}', state: 'sent', created_at: now, sent_at: now, ...values })
    .execute()
  return id
}
const pathOf = (id: string) => returnPath(deps.returnPathKeys, address, id)
const handle = (raw: string) => handleReport(deps, address, Buffer.from(raw))
const bounce = (id: string, member: Member, fields: Parameters<typeof bounceOf>[0] = { status: '5.1.1' }) =>
  handle(bounceOf({ recipient: member.email, ...fields }, { to: pathOf(id) }))
const full = { status: '5.2.2', diagnostic: 'smtp; 552 5.2.2 mailbox full' }
const stateOf = async (id: string) =>
  (await testServer.database.db.selectFrom('emails').select('state').where('id', '=', id).executeTakeFirst())?.state
const eventsOf = (id: string) =>
  testServer.database.db
    .selectFrom('mail_events')
    .select(['kind', 'class', 'code', 'diagnostic', 'source'])
    .where('email_id', '=', id)
    .orderBy('id')
    .execute()
const isReachable = async (member: Member) =>
  (await testServer.call('/api/users/mailAddress', { token: member.token })).body.reachable
const later = (hours: number) => {
  now = new Date(now.getTime() + hours * 3_600_000)
}

it('reads the mailbox: records what it reports, and leaves the rest to the operator', async () => {
  const member = await testServer.member()
  const id = await sentTo(member)
  const raws = [
    bounceOf(
      { recipient: member.email, status: '5.1.1', diagnostic: `smtp; 550 <${member.email}> unknown` },
      { to: pathOf(id) },
    ),
    `To: ${pathOf(id)}\r\n\r\nI am away until Monday\r\n`,
    bounceOf({ status: '5.1.1' }, { to: address }),
  ]
  for (const [n, raw] of raws.entries()) imap.messages.set(n + 1, { raw, flags: new Set() })
  await readReports(deps, Infinity)
  expect([...imap.messages.keys()]).toEqual([2, 3])
  expect(await eventsOf(id)).toEqual([
    { kind: 'failed', class: 'hard', code: '550 5.1.1', diagnostic: '550 <…> unknown', source: 'report' },
  ])
  expect(await stateOf(id)).toBe('bounced')
  expect(await isReachable(member)).toBe(false)
})

it('ends in the right state once, by any report and in any order', async () => {
  const wire = (id: string, event: object) => {
    const [timestamp, token] = [String(Math.floor(now.getTime() / 1000)), randomBytes(25).toString('hex')]
    const signature = createHmac('sha256', 'key-of-the-mail-provider')
      .update(timestamp + token)
      .digest('hex')
    return {
      signature: { timestamp, token, signature },
      'event-data': { id: newId(), message: { headers: { 'message-id': `${id}@x` } }, ...event },
    }
  }
  const steps = (member: Member, id: string) => [
    () => bounce(id, member),
    () => bounce(id, member, full),
    () => handle(complaintOf('abuse', { returned: `Return-Path: <${pathOf(id)}>` })),
    () =>
      testServer.call('/remarketing/mailRemove', {
        body: wire(id, {
          event: 'failed',
          severity: 'permanent',
          recipient: member.email,
          'delivery-status': { code: 550, message: 'no such user' },
        }),
      }),
    () =>
      testServer.call('/remarketing/mailRemove', { body: wire(id, { event: 'delivered', recipient: member.email }) }),
  ]
  for (const order of [
    [0, 1, 2, 3, 4],
    [4, 3, 2, 1, 0],
    [2, 0, 4, 0, 1, 2, 3],
  ]) {
    const member = await testServer.member()
    const id = await sentTo(member)
    const all = steps(member, id)
    for (const n of order) await all[n]?.()
    expect(await eventsOf(id)).toHaveLength(5)
    expect(await isReachable(member)).toBe(false)
    // What failed softly first is given up as such; both are no delivery.
    expect(await stateOf(id)).toMatch(/^(bounced|dead)$/)
    expect((await testServer.call('/api/mail-lists', { token: member.token })).body).toMatchObject({ notices: false })
  }
})

it.each([
  ['without a token', () => address],
  ['with a token that is made up', () => `bounces+${'a'.repeat(39)}@mail.example`],
  ['with the id of a mail instead of its token', (id: string) => `bounces+${id}@mail.example`],
  ['signed with another key', (id: string) => returnPath([Buffer.alloc(32, 9)], address, id)],
  ['about a mail that there is not', () => pathOf(newId())],
])('a forged report %s changes nothing', async (_name, to) => {
  const member = await testServer.member()
  const id = await sentTo(member)
  expect(
    await handle(
      bounceOf(
        { recipient: member.email, status: '5.1.1' },
        { to: to(id), returned: `Message-ID: <${id}@local.example>` },
      ),
    ),
  ).toBe('unknown')
  expect(await handle(complaintOf('abuse', { to: to(id) }))).toBe('unknown')
  expect([await stateOf(id), await eventsOf(id), await isReachable(member)]).toEqual(['sent', [], true])
})

it('a token stops the address its mail went to, whatever recipient the report names', async () => {
  const [member, other] = [await testServer.member(), await testServer.member()]
  const id = await sentTo(member)
  await bounce(id, other)
  expect([await isReachable(other), await stateOf(id)]).toEqual([true, 'dead'])
  expect(await eventsOf(id)).toMatchObject([{ kind: 'failed', class: 'soft' }])
})

it('a bounce of an address that was changed since, or confirmed since, changes nothing for the member', async () => {
  const member = await testServer.member()
  const id = await sentTo(member)
  const { db } = testServer.database
  const email = `moved.${member.email}`
  await db.updateTable('members').set({ email }).where('id', '=', member.session.angelId).execute()
  await bounce(id, member)
  expect((await testServer.call('/api/users/mailAddress', { token: member.token })).body).toEqual({
    email,
    reachable: true,
  })
})

it('stops an address after five days on which mails were given up, and not after fewer or with one that arrived', async () => {
  const member = await testServer.member()
  const giveUp = async () => bounce(await sentTo(member), member, full)
  for (let n = 0; n < 4; n += 1) {
    // Twice on one day counts once.
    await giveUp()
    await giveUp()
    later(25)
  }
  expect(await isReachable(member)).toBe(true)
  await bounce(await sentTo(member), member, { action: 'delivered', status: '2.0.0' })
  for (let n = 0; n < 4; n += 1) {
    await giveUp()
    later(25)
  }
  // Of a month ago.
  later(24 * 31)
  await giveUp()
  later(25)
  expect(await isReachable(member)).toBe(true)
  for (let n = 0; n < 4; n += 1) {
    await giveUp()
    later(25)
  }
  expect(await isReachable(member)).toBe(false)
  now = new Date()
})
