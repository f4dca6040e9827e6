import { createECDH, createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deriveKeys, hashToken, newToken } from '#platform/ids.ts'
import { createOutbound, type Outbound } from '#platform/outbound.ts'
import { createLog } from '#platform/process/log.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { noTelegram } from '../telegram/testing/none.ts'
import { mailNotices } from '../email/notices.ts'
import { lookAtNotice } from '../../rules/look.ts'
import { planNotice } from '../../rules/plan.ts'
import { pushNotices } from './notices.ts'
import { mostPayloadBytes, mostUnreadNamed, payloadOf, type PushFacts, topicOf } from './payload.ts'
import { type PushJob, sendPush } from './send.ts'

let testServer: TestServer
let outbound: Outbound
let now = Date.parse('2026-11-22T12:00:00Z')
beforeAll(async () => {
  testServer = await startTestServer({ clock: () => new Date(now), jobs: false })
  outbound = createOutbound({ trustedOrigins: [testServer.sandbox.origin] })
  await testServer.database.pool.query(
    `create function stays_away() returns trigger language plpgsql as 'begin return null; end';
     create trigger stays_away before insert on member_presence for each row execute function stays_away()`,
  )
})
afterAll(async () => {
  outbound.close()
  await testServer.close()
})

const idOf = (member: TestMember): string => member.session.angelId
const clock = () => new Date(now)
const deps = (changes: { outbound?: Outbound } = {}) => {
  const addressKeys = deriveKeys([testServer.config.secretKey], 'mail suppressions')
  const { brands } = testServer.context
  return {
    db: testServer.database.db,
    brands,
    outbound,
    pushKeys: deriveKeys([testServer.config.secretKey], 'push'),
    log: createLog('silent'),
    clock,
    addressKeys,
    channels: { email: mailNotices({ brands, addressKeys }), push: pushNotices({ clock }), telegram: noTelegram },
    ...changes,
  }
}

interface Phone {
  readonly endpoint: string
  readonly id: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}
async function phone(): Promise<Phone> {
  const made = await fetch(`${testServer.sandbox.origin}/push/phones`, { method: 'POST' })
  const subscription = (await made.json()) as Omit<Phone, 'id'>
  return { ...subscription, id: subscription.endpoint.split('/').at(-1) ?? '' }
}
const become = ({ id }: Phone, state: string) =>
  fetch(`${testServer.sandbox.origin}/push/phones/${id}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `state=${state}`,
  })
const shownOn = async ({ id }: Phone) =>
  (
    (await (await fetch(`${testServer.sandbox.origin}/push/phones/${id}/messages`)).json()) as {
      text: string
      topic: string
      ttl: number
      urgency: string
    }[]
  ).map(({ text, ...rest }) => ({ ...rest, payload: JSON.parse(text) as Record<string, unknown> }))
const tokenOf = ({ endpoint, keys }: Phone): string => JSON.stringify({ endpoint, keys, expirationTime: null })
const register = (member: TestMember, one: Phone) =>
  testServer.call('/api/users/pushToken', {
    body: { pushToken: tokenOf(one), clickid: member.session.clickid },
    token: member.token,
  })
const devicesOf = async (member: TestMember) =>
  (await testServer.call('/api/push/devices', { token: member.token })).body.devices as {
    id: string
    device: string
    current: boolean
    lastOkAt: string | null
  }[]
const rows = async (member: TestMember) =>
  (
    await testServer.database.pool.query<{ id: string; event: string; state: string; reason: string | null }>(
      'select id, event, state, reason from deliveries where member_id = $1 order by id',
      [idOf(member)],
    )
  ).rows
/** Another session, as of another browser. */
async function signInAgain(member: TestMember): Promise<{ readonly token: string }> {
  const token = newToken()
  await testServer.database.pool.query(
    `insert into sessions (token_hash, id, member_id, brand_id, device, created_at, last_seen_at, expires_at)
     select $2, $3, member_id, brand_id, 'Another', created_at, last_seen_at, expires_at from sessions where member_id = $1 limit 1`,
    [idOf(member), hashToken(token), randomUUID()],
  )
  return { token }
}
/** The jobs that send, as they are queued. */
const jobs = async (member: TestMember) =>
  (
    await testServer.database.pool.query<{ payload: PushJob; run_at: Date }>(
      `select j.payload, j.run_at from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'outreach.push' and j.payload ->> 'memberId' = $1 order by j.run_at`,
      [idOf(member)],
    )
  ).rows
async function test(member: TestMember): Promise<PushJob> {
  const { status, body } = await testServer.call('/api/notifications/test', {
    body: { channel: 'push' },
    token: member.token,
  })
  expect(status).toBe(200)
  return { memberId: idOf(member), id: body.id }
}

describe('a message to a member with a device', () => {
  it('is announced there at once, by name and without what it says, and by mail later', async () => {
    const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    await testServer.database.pool.query(
      "update members set screen_name = 'Marco', last_active_at = $2 where id = $1",
      [idOf(man), clock()],
    )
    await testServer.database.pool.query('update members set last_active_at = $2 where id = $1', [
      idOf(woman),
      new Date(now - 3 * 60_000),
    ])
    const one = await phone()
    expect((await register(woman, one)).status).toBe(200)
    const socket = await man.connect()
    const sent = await socket.send('chat', {
      msg: 'Un segreto',
      trackerId: man.session.clickid,
      angelId: idOf(woman),
      clientMessageId: randomUUID(),
    })
    socket.close()
    expect(sent.ok).toBe(true)
    const { rows: found } = await testServer.database.pool.query<{ conversation_id: string }>(
      'select conversation_id from inbox where member_id = $1',
      [idOf(woman)],
    )
    const conversationId = found[0]?.conversation_id ?? ''
    const payload = { conversationId, recipientId: idOf(woman), senderId: idOf(man), seq: 1 }
    for (let n = 0; n < 2; n += 1) await planNotice(deps(), { id: randomUUID(), topic: 'message', payload })
    const about = { memberId: idOf(woman), event: 'message' as const, about: conversationId }
    for (let n = 0; n < 2; n += 1) await lookAtNotice(deps(), about)
    const [job, ...more] = await jobs(woman)
    expect(more).toEqual([])
    for (let n = 0; n < 2; n += 1) await sendPush(deps(), job!.payload)
    expect(await shownOn(one)).toEqual([
      {
        id: expect.any(String),
        phone: one.id,
        receivedAt: expect.any(String),
        ttl: 86_400,
        topic: topicOf(idOf(woman), `c:${idOf(man)}`),
        urgency: 'high',
        payload: {
          t: 'Marco',
          b: expect.stringMatching(/prima volta/),
          u: `/chats/${idOf(man)}`,
          g: `c:${idOf(man)}`,
          n: 1,
          k: [`c:${idOf(man)}`],
          l: 'it',
          s: 'Notifiche',
        },
      },
    ])
    expect(await rows(woman)).toMatchObject([{ event: 'firstMessage', state: 'sent', reason: null }])
    expect((await devicesOf(woman))[0]?.lastOkAt).toBe(clock().toISOString())
    const waiting = async () =>
      (await testServer.database.pool.query('select planned, waiting from notices where member_id = $1', [idOf(woman)]))
        .rows
    expect(await waiting()).toEqual([{ planned: false, waiting: ['email'] }])
    now += 15 * 60_000
    await lookAtNotice(deps(), about)
    const { rows: mails } = await testServer.database.pool.query('select kind from emails where member_id = $1', [
      idOf(woman),
    ])
    expect(mails).toEqual([{ kind: 'new-message' }])
    expect(await waiting()).toEqual([{ planned: false, waiting: [] }])
  })
})

describe('what the push service answers', () => {
  it.each(['gone', 'unknown'])('ends a device that it does not know any more (%s)', async (state) => {
    const member = await testServer.member()
    const one = await phone()
    await register(member, state === 'gone' ? one : { ...one, endpoint: `${one.endpoint}0` })
    await become(one, state)
    const job = await test(member)
    await sendPush(deps(), job)
    expect(await devicesOf(member)).toEqual([])
    expect(await rows(member)).toMatchObject([{ state: 'failed', reason: 'the browser is no longer subscribed' }])
    await sendPush(deps(), job)
    expect(
      (await testServer.call('/api/notifications/test', { body: { channel: 'push' }, token: member.token })).status,
    ).toBe(409)
  })

  it('is tried again after a 429, as late as it asks, on the devices that are left', async () => {
    const member = await testServer.member()
    const [one, other] = [await phone(), await phone()]
    await register(member, one)
    const elsewhere = await signInAgain(member)
    await testServer.call('/api/users/pushToken', { body: { pushToken: tokenOf(other) }, token: elsewhere.token })
    expect(await devicesOf(member)).toHaveLength(2)
    await become(other, 'full')
    const job = await test(member)
    await sendPush(deps(), job)
    expect([(await shownOn(one)).length, (await shownOn(other)).length]).toEqual([1, 0])
    expect(await rows(member)).toMatchObject([{ state: 'sent' }])
    const [again] = await jobs(member)
    expect(again?.run_at).toEqual(new Date(now + 30_000))
    await become(other, 'on')
    await sendPush(deps(), again!.payload)
    expect([(await shownOn(one)).length, (await shownOn(other)).length]).toEqual([1, 1])
  })

  it('is final after a 413, and keeps the device', async () => {
    const member = await testServer.member()
    const one = await phone()
    await register(member, one)
    await become(one, 'strict')
    await sendPush(deps(), await test(member))
    expect(await rows(member)).toMatchObject([{ state: 'failed', reason: 'the push service did not take it' }])
    expect(await devicesOf(member)).toHaveLength(1)
  })

  it('is never asked for where the endpoint has come to be an address of ours', async () => {
    const member = await testServer.member()
    const one = await phone()
    await register(member, { ...one, endpoint: 'https://push.example.com/abc' })
    const rebound = createOutbound({ resolve: () => Promise.resolve(['169.254.169.254']) })
    await sendPush(deps({ outbound: rebound }), await test(member))
    rebound.close()
    expect(await devicesOf(member)).toEqual([])
  })
})

describe('a device', () => {
  it('is of one session: renewed by it, replaced by its next, and ended with it', async () => {
    const member = await testServer.member()
    const [one, next] = [await phone(), await phone()]
    const { body: first } = await register(member, one)
    now += 60_000
    expect((await register(member, one)).body).toEqual(first)
    const { body: second } = await register(member, next)
    expect(second.id).not.toBe(first.id)
    expect((await devicesOf(member)).map(({ id, current }) => [id, current])).toEqual([[second.id, true]])
    expect((await testServer.call('/api/users/logout', { body: {}, token: member.token })).status).toBe(200)
    const { rows: left } = await testServer.database.pool.query('select from push_devices where member_id = $1', [
      idOf(member),
    ])
    expect(left).toEqual([])
  })

  it('is taken over by another member who signs in with the same browser', async () => {
    const [one, other] = [await testServer.member(), await testServer.member()]
    const shared = await phone()
    await register(one, shared)
    await register(other, shared)
    expect([await devicesOf(one), (await devicesOf(other)).length]).toEqual([[], 1])
    await sendPush(deps(), await test(other))
    expect(
      (await testServer.call('/api/notifications/test', { body: { channel: 'push' }, token: one.token })).status,
    ).toBe(409)
  })

  it('is removed by its member, and by no other', async () => {
    const [one, other] = [await testServer.member(), await testServer.member()]
    const { body } = await register(one, await phone())
    const remove = (member: TestMember) =>
      testServer.call(`/api/push/devices/${body.id}`, { method: 'DELETE', token: member.token })
    expect((await remove(other)).status).toBe(404)
    expect((await remove(one)).status).toBe(200)
    expect((await remove(one)).status).toBe(404)
  })

  it('gets nothing once its session is over', async () => {
    const member = await testServer.member()
    const one = await phone()
    await register(member, one)
    const job = await test(member)
    await testServer.database.pool.query('update sessions set expires_at = $2 where member_id = $1', [
      idOf(member),
      new Date(now - 1),
    ])
    await sendPush(deps(), job)
    expect(await shownOn(one)).toEqual([])
    expect(await rows(member)).toMatchObject([{ state: 'withheld', reason: 'no device' }])
  })

  it('gets nothing of an account that was closed', async () => {
    const member = await testServer.member()
    const one = await phone()
    await register(member, one)
    const job = await test(member)
    await testServer.database.pool.query("update members set state = 'deactivated' where id = $1", [idOf(member)])
    await sendPush(deps(), job)
    expect(await shownOn(one)).toEqual([])
  })

  const keys = () => {
    const curve = createECDH('prime256v1')
    return { p256dh: curve.generateKeys().toString('base64url'), auth: randomBytes(16).toString('base64url') }
  }
  const endpoint = 'https://push.example.com/abc'
  it.each<[string, () => string]>([
    ['no JSON', () => 'endpoint=1'],
    ['null', () => 'null'],
    ['without keys', () => JSON.stringify({ endpoint })],
    ['to this machine', () => JSON.stringify({ endpoint: 'https://127.0.0.1/push', keys: keys() })],
    [
      'to this machine in another spelling',
      () => JSON.stringify({ endpoint: 'https://[::ffff:7f00:1]/', keys: keys() }),
    ],
    ['to a name of our network', () => JSON.stringify({ endpoint: 'https://database/', keys: keys() })],
    [
      'to the address of a cloud’s secrets',
      () => JSON.stringify({ endpoint: 'https://169.254.169.254/', keys: keys() }),
    ],
    ['over http', () => JSON.stringify({ endpoint: 'http://push.example.com/', keys: keys() })],
    ['with a password', () => JSON.stringify({ endpoint: 'https://a:b@push.example.com/', keys: keys() })],
    ['with a short key', () => JSON.stringify({ endpoint, keys: { ...keys(), p256dh: 'AAAA' } })],
    [
      'with a key off the curve',
      () => JSON.stringify({ endpoint, keys: { ...keys(), p256dh: Buffer.alloc(65, 4).toString('base64url') } }),
    ],
    [
      'with a long secret',
      () => JSON.stringify({ endpoint, keys: { ...keys(), auth: randomBytes(32).toString('base64url') } }),
    ],
    ['of 3 kB', () => JSON.stringify({ endpoint: `${endpoint}${'a'.repeat(3000)}`, keys: keys() })],
  ])('is refused %s', async (_, made) => {
    const member = await testServer.member()
    const { status, body } = await testServer.call('/api/users/pushToken', {
      body: { pushToken: made() },
      token: member.token,
    })
    expect([status, body.field]).toEqual([400, 'pushToken'])
    expect(await devicesOf(member)).toEqual([])
  })

  it('is refused with another member’s tracker id, and without a session', async () => {
    const [one, other] = [await testServer.member(), await testServer.member()]
    const body = { pushToken: tokenOf(await phone()), clickid: other.session.clickid }
    expect((await testServer.call('/api/users/pushToken', { body, token: one.token })).status).toBe(404)
    expect((await testServer.call('/api/users/pushToken', { body })).status).toBe(401)
  })
})

it('the key of a brand is made once, by whichever asks first', async () => {
  await testServer.database.pool.query('delete from push_keys')
  const members = await Promise.all([testServer.member(), testServer.member()])
  const asked = await Promise.all(
    [...members, ...members].map((member) => testServer.call('/api/push/key', { token: member.token })),
  )
  const keys = new Set(asked.map(({ body }) => body.key as string))
  expect(keys.size).toBe(1)
  expect(Buffer.from([...keys][0] ?? '', 'base64url')).toHaveLength(65)
  const { rows: stored } = await testServer.database.pool.query<{ private_key_sealed: string }>(
    'select private_key_sealed from push_keys',
  )
  expect(stored).toHaveLength(1)
})

describe('a notification', () => {
  const facts: PushFacts = {
    event: 'message',
    title: 'Battito',
    locale: 'en',
    otherId: '0199c0de-0000-7000-8000-000000000001',
    otherName: 'Ada',
    unread: 3,
    unreadFrom: [],
    discreet: false,
  }

  it('has the name of who wrote; a like and a visit name no one', () => {
    expect(payloadOf(facts)).toMatchObject({ t: 'Ada', b: 'Wrote to you', n: 3 })
    for (const event of ['like', 'visit'] as const)
      expect(JSON.stringify(payloadOf({ ...facts, event }))).not.toContain('Ada')
  })

  it('says neither brand, nor name, nor event if it has to be discreet', () => {
    const payload = payloadOf({ ...facts, discreet: true })
    expect(payload).toMatchObject({ t: 'New notification', b: 'Open to read it', d: true })
    expect(JSON.stringify(payload)).not.toMatch(/Ada|Battito|wrote/i)
  })

  it.each([
    ['Ada\u0000\u0007\n\rsent', 'Ada sent'],
    ['\u202EadA\u202C', 'adA'],
    ['\u200b\u2060', 'Battito'],
    ['a'.repeat(500), 'a'.repeat(40)],
    ['Ada +39 333 1234567', '•'],
  ])('shows %j on one line, without what could turn it or lead elsewhere', (otherName, shown) => {
    const { t } = payloadOf({ ...facts, otherName })
    expect(t).not.toMatch(/[\p{Cc}\p{Cf}]|333/u)
    if (shown !== '•') expect(t).toBe(shown)
  })

  it('is shorter than a push service takes, whatever the name', () => {
    const unreadFrom = Array.from({ length: mostUnreadNamed }, () => randomUUID())
    const payload = payloadOf({ ...facts, otherName: '👩‍👩‍👧‍👦'.repeat(200), unread: 99_999, unreadFrom })
    expect(payload.k).toHaveLength(mostUnreadNamed)
    expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThan(mostPayloadBytes)
  })

  it('does not say what is unread where that is too much: nothing is taken for read', () => {
    const unreadFrom = Array.from({ length: mostUnreadNamed + 1 }, () => randomUUID())
    expect(payloadOf({ ...facts, unreadFrom })).not.toHaveProperty('k')
  })

  it('replaces what waits about the same conversation, and of no other member', () => {
    const topic = topicOf('a', 'c:b')
    expect(topic).toMatch(/^[\w-]{32}$/)
    expect(topic).toBe(createHash('sha256').update('a c:b').digest('base64url').slice(0, 32))
    expect(topicOf('b', 'c:b')).not.toBe(topic)
  })
})
