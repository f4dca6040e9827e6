import { createHmac, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/test-server.ts'
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

test('ignores other events', async () => {
  const before = await suppressed()
  expect((await postRemoval('delivered@person.example.com', signed(), { event: 'delivered' })).status).toBe(200)
  expect(await suppressed()).toBe(before)
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
