import { createHmac, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { makeLinkToken } from '#modules/identity/index.ts'
import { tokenTo } from '#modules/accounts/testing/mail.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { answerId } from '../outcomes/reply-address.ts'
import { mailRemove } from './mail-remove.ts'

let testServer: TestServer
let now = new Date()
beforeAll(async () => {
  testServer = await startTestServer({ clock: () => now })
})
afterAll(() => testServer?.close())

const key = 'key-of-the-mail-provider'
const signed = (change: { at?: Date; key?: string; token?: string } = {}) => {
  const timestamp = String(Math.floor((change.at ?? now).getTime() / 1000))
  const token = change.token ?? randomBytes(25).toString('hex')
  return {
    timestamp,
    token,
    signature: createHmac('sha256', change.key ?? key)
      .update(timestamp + token)
      .digest('hex'),
  }
}
const postRemoval = (recipient: string, signature: object = signed(), more: object = {}, host = 'localhost') =>
  testServer.call('/remarketing/mailRemove', { body: { signature, 'event-data': { recipient, ...more } }, host })
const suppressed = async () =>
  Number((await testServer.database.pool.query('select count(*) as n from mail_suppressions')).rows[0].n)
const promotion = async (token: string) => (await testServer.call('/api/mail-lists', { token })).body.promotion

test('removes a member’s address from promotion, and withdraws their consent', async () => {
  const { email, token, session } = await testServer.member({
    form: { consents: { promotion: true, thirdParty: false } },
  })
  expect(await promotion(token)).toBe(true)
  // As the provider sends it, with fields that we ignore.
  expect(
    await postRemoval(email.toUpperCase(), signed(), {
      event: 'unsubscribed',
      id: 'Ase7i2zsRYeDXztHGENqRA',
      'log-level': 'info',
      tags: ['x'],
    }),
  ).toMatchObject({ status: 200, body: { result: 'OK' } })
  expect(await promotion(token)).toBe(false)
  expect(
    await testServer.database.db
      .selectFrom('mail_suppressions')
      .select(['brand_id', 'list', 'member_id', 'source'])
      .where('member_id', '=', session.angelId)
      .execute(),
  ).toEqual([{ brand_id: 'local', list: 'promotion', member_id: session.angelId, source: 'provider' }])
})

test('remembers an unknown address, for this brand only', async () => {
  const before = await suppressed()
  expect((await postRemoval('nobody@person.example.com')).status).toBe(200)
  expect((await postRemoval('nobody@person.example.com', signed(), {}, 'battito.localhost')).status).toBe(200)
  expect((await postRemoval('nobody@person.example.com')).status).toBe(200)
  expect(await suppressed()).toBe(before + 2)
  const rows = await testServer.database.db
    .selectFrom('mail_suppressions')
    .select(['brand_id', 'list', 'source'])
    .where('member_id', 'is', null)
    .orderBy('brand_id')
    .execute()
  expect(rows).toEqual(
    ['battito', 'local'].map((brand) => ({ brand_id: brand, list: 'promotion', source: 'provider' })),
  )
})

test('a complaint ends promotion too; a signature is valid for five minutes before and after its time', async () => {
  now = new Date('2026-11-22T10:00:00Z')
  const wished = () => testServer.member({ form: { consents: { promotion: true, thirdParty: false } } })
  const { email, token } = await wished()
  expect((await postRemoval(email, signed(), { event: 'complained' })).status).toBe(200)
  expect(await promotion(token)).toBe(false)
  const at = (seconds: number) => signed({ at: new Date(now.getTime() + seconds * 1000) })
  const answers: number[] = []
  for (const seconds of [-301, -300, 300, 301]) answers.push((await postRemoval(email, at(seconds))).status)
  expect(answers).toEqual([401, 200, 200, 401])
  now = new Date()
})

test('withdraws the consent of this brand’s member, not of another’s with the same address', async () => {
  const hosts = ['localhost', 'battito.localhost']
  for (const from of hosts) {
    const email = `both.${randomBytes(6).toString('hex')}@person.example.com`
    const form = { email, consents: { promotion: true, thirdParty: false } }
    // Not the first member with an address at `battito`.
    const members = [
      await testServer.member({ host: 'localhost', form }),
      await testServer.member({ host: 'battito.localhost', form }),
    ]
    expect((await postRemoval(email, signed(), {}, from)).status).toBe(200)
    const wanted = members.map(({ token }, n) =>
      testServer.call('/api/mail-lists', { token, host: hosts[n]! }).then(({ body }) => body.promotion),
    )
    expect(await Promise.all(wanted)).toEqual(hosts.map((host) => host !== from))
  }
})

test('refuses a request that is unsigned, wrongly signed, altered, late, early or repeated', async () => {
  const { email, token } = await testServer.member({ form: { consents: { promotion: true, thirdParty: false } } })
  const once = signed()
  expect((await postRemoval('first@person.example.com', once)).status).toBe(200)
  const before = await suppressed()
  const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
  const forged = signed()
  for (const signature of [
    once,
    signed({ key: 'another key, as long as ours' }),
    { ...forged, token: `${forged.token}0` },
    { ...forged, timestamp: String(Number(forged.timestamp) + 1) },
    { ...forged, signature: '0'.repeat(64) },
    signed({ at: minutes(-6) }),
    signed({ at: minutes(6) }),
  ])
    expect((await postRemoval(email, signature)).status).toBe(401)
  for (const signature of [
    {},
    { ...forged, signature: 'x' },
    { ...forged, timestamp: 'now' },
    { ...forged, token: '' },
  ])
    expect((await postRemoval(email, signature)).status).toBe(400)
  expect(
    (await testServer.call('/remarketing/mailRemove', { body: { 'event-data': { recipient: email } } })).status,
  ).toBe(400)
  // Repeated after the token is no longer remembered: the signature has expired.
  now = minutes(200)
  expect((await postRemoval(email, once)).status).toBe(401)
  now = new Date()
  expect(await suppressed()).toBe(before)
  expect(await promotion(token)).toBe(true)
})

/** An email of ours to a member, as the relay took it. */
const sentTo = async (
  member: { email: string; session: { angelId: string } },
  values: { kind?: string; brand_id?: string; props?: string; created_at?: Date } = {},
) => {
  const id = newId()
  await testServer.database.db
    .insertInto('emails')
    .values({
      id,
      brand_id: 'local',
      member_id: member.session.angelId,
      kind: 'account-restored',
      to_address: member.email,
      locale: 'it',
      props: '{}',
      state: 'sent',
      created_at: now,
      sent_at: now,
      ...values,
    })
    .execute()
  return id
}
const about = (id: string, more: object) => ({
  id: randomBytes(8).toString('hex'),
  message: { headers: { 'message-id': `${id}@local.example` } },
  ...more,
})
const permanent = (code: number, message: string) => ({
  event: 'failed',
  severity: 'permanent',
  'delivery-status': { code, message },
})
const stateOf = async (id: string) =>
  (await testServer.database.db.selectFrom('emails').select('state').where('id', '=', id).executeTakeFirst())?.state
const eventsOf = (id: string) =>
  testServer.database.db
    .selectFrom('mail_events')
    .select(['kind', 'class', 'code', 'diagnostic', 'source', 'member_id'])
    .where('email_id', '=', id)
    .orderBy('id')
    .execute()
const addressOf = async (token: string, host = 'localhost') =>
  (await testServer.call('/api/users/mailAddress', { token, host })).body

test('records each event about a mail once, in any order', async () => {
  const member = await testServer.member()
  const id = await sentTo(member)
  const bounce = about(id, permanent(550, `550 5.1.1 <${member.email}> no such user`))
  for (const event of [
    about(id, { event: 'failed', severity: 'temporary', 'delivery-status': { code: 452, message: '4.2.2 full' } }),
    about(id, { event: 'delivered' }),
    bounce,
    // The provider repeats it, with a signature of its own.
    bounce,
    // Not what becomes of a mail.
    about(id, { event: 'opened' }),
  ])
    expect((await postRemoval(member.email, signed(), event)).status).toBe(200)
  const of = { source: 'mailgun', member_id: member.session.angelId }
  expect(await eventsOf(id)).toEqual([
    { ...of, kind: 'delayed', class: 'soft', code: '452', diagnostic: '4.2.2 full' },
    { ...of, kind: 'delivered', class: null, code: null, diagnostic: null },
    { ...of, kind: 'failed', class: 'hard', code: '550', diagnostic: '550 5.1.1 <…> no such user' },
  ])
  expect(await stateOf(id)).toBe('bounced')
})

test('an unconfirmed address that bounced is confirmed by the link that confirms it, which removes what a stranger set up', async () => {
  const member = await testServer.member({ confirmed: false })
  const { token, email, password, session } = member
  await postRemoval(email, signed(), about(await sentTo(member), permanent(550, 'no such user')))
  now = new Date(now.getTime() + 60_000)
  expect((await testServer.call('/api/users/mailAddress', { token, body: {} })).status).toBe(200)
  const links = (await testServer.mailTo(email)).links.filter((one) => /Email\?token/.test(one))
  expect(links).toEqual([expect.stringContaining('/confirmEmail?')])
  // A link of the older kind is no other way.
  const { db } = testServer.database
  const proposal = { purpose: 'change_email', brandId: 'local', memberId: session.angelId, email, at: now } as const
  const older = await makeLinkToken(db, proposal)
  expect((await testServer.call('/api/users/confirmNewEmail', { body: { token: older } })).status).toBe(401)
  // The owner of the mailbox opens it, in a browser that is not the one of the sign-up.
  const proof = new URL(links[0]!).searchParams.get('token')
  const opened = await testServer.call('/api/users/confirmEmail', { body: { token: proof } })
  expect(opened.status).toBe(200)
  expect((await testServer.call('/api/users/account', { token })).status).toBe(401)
  expect((await testServer.call('/api/users/authenticate', { body: { email, password } })).status).toBe(401)
  const kinds = db.selectFrom('emails').select('kind').where('member_id', '=', session.angelId)
  expect((await kinds.execute()).map(({ kind }) => kind)).toContain('welcome')
})

test('a hard bounce stops the address until the member confirms it again, and asks them for another', async () => {
  const member = await testServer.member()
  const { token, email } = member
  expect(await addressOf(token)).toEqual({ email, reachable: true })
  expect((await testServer.call('/api/users/mailAddress', { token, body: {} })).status).toBe(409)
  const id = await sentTo(member)
  await postRemoval(email, signed(), about(id, permanent(550, 'no such user')))
  expect(await addressOf(token)).toEqual({ email, reachable: false })
  now = new Date(now.getTime() + 60_000)
  expect((await testServer.call('/api/users/mailAddress', { token, body: {} })).status).toBe(200)
  const link = (await testServer.mailTo(email)).links.find((one) => one.includes('/confirmNewEmail')) ?? ''
  const proof = new URL(link).searchParams.get('token')
  const confirmed = await testServer.call('/api/users/confirmNewEmail', { body: { token: proof } })
  expect([confirmed.status, confirmed.headers.get('set-cookie')]).toEqual([200, null])
  expect(await addressOf(token)).toEqual({ email, reachable: true })
  // A bounce of a mail from before that, reported late, does not count.
  now = new Date(now.getTime() + 60_000)
  await postRemoval(
    email,
    signed(),
    about(await sentTo(member, { created_at: new Date(now.getTime() - 300_000) }), permanent(550, 'no such user')),
  )
  expect(await addressOf(token)).toMatchObject({ reachable: true })
  await postRemoval(email, signed(), about(await sentTo(member), permanent(550, 'no such user')))
  expect(await addressOf(token)).toMatchObject({ reachable: false })
  // Nothing is sent there but what shows that it works: a member who is signed out has no other way back.
  now = new Date(now.getTime() + 60_000)
  await testServer.call('/api/users/getTokenForReset', { body: { email } })
  const reset = await tokenTo(testServer, email, '/resetPassword')
  expect(
    (await testServer.call('/api/users/changePassword', { body: { token: reset, password: 'a whole new one' } }))
      .status,
  ).toBe(200)
  const again = await testServer.call('/api/users/authenticate', {
    body: { email, password: 'a whole new one' },
    headers: { 'x-session': 'bearer' },
  })
  expect(await addressOf(again.body.token)).toMatchObject({ reachable: true })
  now = new Date()
})

test('a hard bounce of an answer of support, whose Message-ID names its ticket, stops the address', async () => {
  const member = await testServer.member()
  const id = await sentTo(member, { kind: 'support-answer' })
  const messageId = answerId([Buffer.alloc(32)], { brandId: 'local', ticketId: newId() }, id, 'incontro.example')
  const bounce = { ...about(id, permanent(550, 'no such user')), message: { headers: { 'message-id': messageId } } }
  expect((await postRemoval(member.email, signed(), bounce)).status).toBe(200)
  expect(await eventsOf(id)).toMatchObject([{ kind: 'failed', class: 'hard' }])
  expect(await addressOf(member.token)).toMatchObject({ reachable: false })
})

test('a hard bounce marks the address, not the member who has another one since', async () => {
  const member = await testServer.member()
  const id = await sentTo(member)
  await testServer.database.db
    .updateTable('members')
    .set({ email: `moved.${member.email}` })
    .where('id', '=', member.session.angelId)
    .execute()
  await postRemoval(member.email, signed(), about(id, permanent(551, 'user not local')))
  expect(await addressOf(member.token)).toEqual({ email: `moved.${member.email}`, reachable: true })
  expect(await stateOf(id)).toBe('bounced')
})

test.each([
  ['a full mailbox', permanent(552, '5.2.2 mailbox full'), 'soft'],
  ['a blocked relay', permanent(554, '5.7.1 blocked using a block list'), 'policy'],
  ['the end of its tries', { event: 'failed', severity: 'permanent', reason: 'old' }, 'soft'],
  ['a rejection', { event: 'rejected', reject: { reason: 'sandbox domain' } }, 'policy'],
])('%s makes a dead letter, and says nothing about the address', async (_name, event, meaning) => {
  const member = await testServer.member()
  const id = await sentTo(member)
  await postRemoval(member.email, signed(), about(id, event))
  expect(await eventsOf(id)).toMatchObject([{ kind: 'failed', class: meaning }])
  expect(await stateOf(id)).toBe('dead')
  expect(await addressOf(member.token)).toMatchObject({ reachable: true })
})

test.each([
  ['complained', 'suppress-complaint', { notices: false, promotion: false }],
  ['unsubscribed', 'suppress-unsubscribe', { notices: true, promotion: false }],
])(
  'a mail that the provider keeps back as its recipient has %s there is dead, and they leave what they can leave',
  async (_, reason, lists) => {
    const member = await testServer.member({ form: { consents: { promotion: true, thirdParty: false } } })
    const id = await sentTo(member)
    const failed = { event: 'failed', severity: 'permanent', reason, 'delivery-status': { code: 605, message: '' } }
    expect((await postRemoval(member.email, signed(), about(id, failed))).status).toBe(200)
    expect(await eventsOf(id)).toMatchObject([{ kind: 'failed', class: 'policy' }])
    expect(await stateOf(id)).toBe('dead')
    expect((await testServer.call('/api/mail-lists', { token: member.token })).body).toEqual(lists)
  },
)

test('a rejected mail may name its recipient in the header only', async () => {
  const member = await testServer.member()
  const id = await sentTo(member)
  const { status } = await testServer.call('/remarketing/mailRemove', {
    body: {
      signature: signed(),
      'event-data': {
        event: 'rejected',
        id: 'rejected-1',
        message: { headers: { 'message-id': `${id}@local.example`, to: member.email } },
      },
    },
    host: 'localhost',
  })
  expect([status, await stateOf(id)]).toEqual([200, 'dead'])
})

test('an event without a message id is about the latest mail to the address', async () => {
  const member = await testServer.member()
  const [first, second] = [await sentTo(member), await sentTo(member)]
  await postRemoval(member.email, signed(), { event: 'failed', severity: 'permanent' })
  expect([await stateOf(first), await stateOf(second)]).toEqual(['sent', 'bounced'])
  expect(await addressOf(member.token)).toMatchObject({ reachable: false })
})

test('ignores what is about a mail of another brand, to another address, or not ours', async () => {
  const [member, other] = [await testServer.member(), await testServer.member()]
  const there = await sentTo(member, { brand_id: 'battito' })
  const theirs = await sentTo(other)
  const bounce = permanent(550, 'no such user')
  for (const id of [there, theirs, newId(), 'x', `${'9'.repeat(200)}`])
    expect((await postRemoval(member.email, signed(), about(id, bounce))).status).toBe(200)
  expect(await addressOf(member.token)).toMatchObject({ reachable: true })
  expect([await stateOf(there), await stateOf(theirs)]).toEqual(['sent', 'sent'])
  // Of another system that sends for the brand: what its recipient wants counts.
  await postRemoval(member.email, signed(), about('20130503182626.18666.16540', { event: 'complained' }))
  expect((await testServer.call('/api/mail-lists', { token: member.token })).body).toMatchObject({ notices: false })
})

test('a complaint ends notices and promotion, not what is about a contract or the account', async () => {
  const member = await testServer.member({ form: { consents: { promotion: true, thirdParty: false } } })
  const { token, email } = member
  const lists = async () => (await testServer.call('/api/mail-lists', { token })).body
  expect(await lists()).toEqual({ notices: true, promotion: true })
  await postRemoval(email, signed(), about(await sentTo(member), { event: 'complained' }))
  expect(await lists()).toEqual({ notices: false, promotion: false })
  expect(await addressOf(token)).toMatchObject({ reachable: true })
  await testServer.call('/api/users/getTokenForReset', { body: { email } })
  expect((await testServer.mailTo(email)).links.some((one) => one.includes('/resetPassword'))).toBe(true)
  // They may want them again.
  await testServer.call('/api/mail-lists', { token, body: { list: 'notices' } })
  expect(await lists()).toEqual({ notices: true, promotion: false })
})

test('takes fields of other types and lengths for missing, and stores nothing long', async () => {
  const member = await testServer.member()
  const id = await sentTo(member)
  const { status } = await postRemoval(member.email, signed(), {
    ...about(id, permanent(550, 'x'.repeat(5000))),
    id: 'k'.repeat(900),
    timestamp: 'yesterday',
    reason: 7,
    reject: [],
  })
  expect(status).toBe(200)
  const [event] = await eventsOf(id)
  expect(event?.diagnostic).toHaveLength(200)
})

test('refuses an invalid recipient, and its token may be used again', async () => {
  const signature = signed()
  expect((await postRemoval('nobody', signature)).status).toBe(400)
  expect((await postRemoval('somebody@person.example.com', signature)).status).toBe(200)
})

test('accepts one of two concurrent requests with one token', async () => {
  const signature = signed()
  const answers = await Promise.all(
    ['one@person.example.com', 'two@person.example.com', 'three@person.example.com'].map((address) =>
      postRemoval(address, signature),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
})

test('does not exist without a key', async () => {
  const call = {
    body: { signature: signed(), 'event-data': { recipient: 'a@b.example' } },
    site: { brandId: 'local' },
  } as Parameters<typeof mailRemove>[1]
  await expect(
    mailRemove(
      { db: testServer.database.db, signingKey: undefined, addressKeys: [Buffer.alloc(32)], clock: () => now },
      call,
    ),
  ).rejects.toMatchObject({ status: 404 })
})
