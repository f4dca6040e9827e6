import { randomUUID } from 'node:crypto'
import type { NotificationSettings } from '@incontro/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deriveKeys, type Secrets } from '#platform/ids.ts'
import { seal } from '#platform/secrets/seal.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { noTelegram } from '../channels/telegram/testing/none.ts'
import { mailNotices } from '../channels/email/notices.ts'
import { sendDigest } from '../rules/digest.ts'
import { lookAtNotice } from '../rules/look.ts'
import { planNotice } from '../rules/plan.ts'
import { readSettingsToken, settingsLink, settingsToken } from './settings-link.ts'

let testServer: TestServer
let now = Date.parse('2026-11-22T12:00:00Z')
beforeAll(async () => {
  testServer = await startTestServer({ clock: () => new Date(now), jobs: false })
  await testServer.database.pool.query(
    `create function stays_away() returns trigger language plpgsql as 'begin return null; end';
     create trigger stays_away before insert on member_presence for each row execute function stays_away()`,
  )
})
afterAll(() => testServer.close())

const path = '/api/notifications/settings'
const idOf = (member: TestMember): string => member.session.angelId
const read = async (member: TestMember): Promise<NotificationSettings> =>
  (await testServer.call(path, { token: member.token })).body
const change = (member: TestMember, body: object) => testServer.call(path, { method: 'PUT', body, token: member.token })
const isOn = (settings: NotificationSettings, event: string, channel: string): boolean | undefined =>
  settings.events.find((row) => row.event === event)?.channels.find((cell) => cell.channel === channel)?.on
const linkTo = async (member: TestMember): Promise<string> => {
  const { rows } = await testServer.database.pool.query<{ email: string; brand_id: string }>(
    'select email, brand_id from members where id = $1',
    [idOf(member)],
  )
  const { email: address = '', brand_id: brandId = '' } = rows[0] ?? {}
  return settingsToken(keys(), { brandId, memberId: idOf(member), address, at: new Date(now) })
}
const keys = () => deriveKeys([testServer.config.secretKey] as Secrets, 'notification settings links')
const choicesOf = async (member: TestMember) =>
  (
    await testServer.database.pool.query<{ event: string; channel: string; enabled: boolean }>(
      'select event, channel, enabled from notification_choices where member_id = $1 order by event, channel',
      [idOf(member)],
    )
  ).rows.map(({ event, channel, enabled }) => `${event} ${channel} ${enabled}`)

describe('the settings', () => {
  it('are what the rules say, in the country’s time zone, until the member chooses', async () => {
    const settings = await read(await testServer.member())
    expect(settings).toMatchObject({
      by: 'session',
      quiet: { from: '22:00', until: '08:00' },
      timeZone: 'Europe/Rome',
      digest: 'off',
      pausedUntil: null,
      discreet: false,
      mail: 'reached',
    })
    expect(isOn(settings, 'message', 'email')).toBe(true)
    expect(isOn(settings, 'like', 'email')).toBe(false)
    expect(settings.events.find((row) => row.event === 'renewal')?.channels).toContainEqual({
      channel: 'email',
      on: true,
      fixed: 'contract',
    })
    expect(settings.events.find(({ event }) => event === 'news')?.channels).toEqual([
      { channel: 'email', on: false, fixed: 'consent' },
    ])
  })

  it('change one by one, and what is left out stays', async () => {
    const member = await testServer.member()
    await change(member, { choices: [{ event: 'like', channel: 'email', on: true }] })
    await change(member, { quiet: { from: '23:30', until: '07:15' }, timeZone: 'America/New_York' })
    await change(member, { digest: 'weekly', discreet: true })
    const { body } = await change(member, { pause: 'day' })
    expect(body).toMatchObject({
      quiet: { from: '23:30', until: '07:15' },
      timeZone: 'America/New_York',
      digest: 'weekly',
      discreet: true,
      pausedUntil: new Date(now + 86_400_000).toISOString(),
    })
    expect(isOn(body, 'like', 'email')).toBe(true)
    expect((await change(member, { pause: 'none', quiet: null })).body).toMatchObject({
      pausedUntil: null,
      quiet: null,
    })
    expect(await read(member)).toMatchObject({ digest: 'weekly', quiet: null })
  })

  it.each<[string, object, number]>([
    ['a fixed mail turned off', { choices: [{ event: 'renewal', channel: 'email', on: false }] }, 409],
    ['news without its consent', { choices: [{ event: 'news', channel: 'email', on: true }] }, 409],
    ['news on a channel that has none', { choices: [{ event: 'news', channel: 'push', on: false }] }, 409],
    [
      'a good choice beside a fixed one',
      {
        choices: [
          { event: 'like', channel: 'email', on: true },
          { event: 'security', channel: 'email', on: false },
        ],
        digest: 'daily',
      },
      409,
    ],
    ['an unknown event', { choices: [{ event: 'gossip', channel: 'email', on: true }] }, 400],
    ['an unknown channel', { choices: [{ event: 'like', channel: 'pigeon', on: true }] }, 400],
    ['a time zone that does not exist', { timeZone: 'Europe/Atlantis' }, 400],
    ['a time zone with a control character', { timeZone: 'Europe/Rome\u0007' }, 400],
    ['a minute that is not a quarter', { quiet: { from: '22:10', until: '08:00' } }, 400],
    ['quiet hours without an end', { quiet: { from: '22:00', until: '22:00' } }, 400],
    ['an hour that does not exist', { quiet: { from: '24:00', until: '08:00' } }, 400],
    ['an unknown field', { memberId: randomUUID() }, 400],
    ['a pause of a year', { pause: 'year' }, 400],
  ])('are not changed by %s', async (_, body, status) => {
    const member = await testServer.member()
    const before = await read(member)
    expect((await change(member, body)).status).toBe(status)
    expect(await read(member)).toEqual(before)
    expect(await choicesOf(member)).toEqual([])
  })

  it('turn on one mail for a member who had left all, and leave the others off', async () => {
    const member = await testServer.member()
    await testServer.call('/api/unsubscribe', { body: { list: 'notices' }, token: member.token })
    const left = await read(member)
    expect(left.events.filter(({ event }) => isOn(left, event, 'email')).map(({ event }) => event)).toEqual([
      'decision',
      'renewal',
      'payment',
      'security',
    ])
    const { body } = await change(member, { choices: [{ event: 'match', channel: 'email', on: true }] })
    expect(isOn(body, 'match', 'email')).toBe(true)
    expect(isOn(body, 'message', 'email')).toBe(false)
    // Their devices are another matter.
    expect(isOn(body, 'message', 'push')).toBe(true)
  })

  it('need a session or a link', async () => {
    expect((await testServer.call(path)).status).toBe(401)
    expect((await testServer.call(path, { method: 'PUT', body: { digest: 'daily' } })).status).toBe(401)
  })
})

describe('the link of a mail', () => {
  it('shows and changes the settings of its member without a session, and nothing else', async () => {
    const member = await testServer.member()
    const token = await linkTo(member)
    const { body } = await testServer.call(`${path}?token=${token}`)
    expect(body).toMatchObject({ by: 'link', digest: 'off' })
    expect(JSON.stringify(body)).not.toContain(member.email)
    const changed = await testServer.call(path, { method: 'PUT', body: { token, digest: 'daily' } })
    expect(changed.body).toMatchObject({ by: 'link', digest: 'daily' })
    expect(await read(member)).toMatchObject({ by: 'session', digest: 'daily' })
    // It is no session, and no link of another kind.
    expect((await testServer.call('/api/notifications/sent', { token })).status).toBe(401)
    expect((await testServer.call('/api/notifications/test', { body: { channel: 'email' }, token })).status).toBe(401)
    expect((await testServer.call('/api/unsubscribe', { body: { token } })).status).toBe(400)
    expect(
      (await testServer.call('/api/users/confirmEmail', { body: { token, servizio: 'localhost' } })).status,
    ).not.toBe(200)
  })

  it('works again and again, for as long as the address is the member’s', async () => {
    const member = await testServer.member()
    const token = await linkTo(member)
    for (const digest of ['daily', 'off', 'daily'])
      expect((await testServer.call(path, { method: 'PUT', body: { token, digest } })).status).toBe(200)
    await testServer.database.pool.query("update members set email = 'another-' || email where id = $1", [idOf(member)])
    expect((await testServer.call(`${path}?token=${token}`)).status).toBe(401)
    expect((await testServer.call(path, { method: 'PUT', body: { token, digest: 'off' } })).status).toBe(401)
    expect(await read(member)).toMatchObject({ digest: 'daily' })
  })

  it('is that of the mail’s member, also in a browser that is signed in as another', async () => {
    const [one, other] = [await testServer.member(), await testServer.member()]
    const token = await linkTo(one)
    const { body } = await testServer.call(path, {
      method: 'PUT',
      body: { token, digest: 'weekly' },
      token: other.token,
    })
    expect(body).toMatchObject({ by: 'link' })
    expect([(await read(one)).digest, (await read(other)).digest]).toEqual(['weekly', 'off'])
  })

  it.each<[string, (member: TestMember) => Promise<string>]>([
    ['forged', async (member) => `${(await linkTo(member)).slice(0, -4)}AAAA`],
    ['cut off', async (member) => (await linkTo(member)).slice(0, -10)],
    ['made up', async () => 'A'.repeat(160)],
    [
      'sealed for another purpose',
      async (member) =>
        seal(
          deriveKeys([testServer.config.secretKey], 'unsubscribe links'),
          `local ${idOf(member)} ${'a'.repeat(16)} 20000`,
        ),
    ],
    [
      'of another brand',
      async (member) =>
        settingsToken(keys(), { brandId: 'battito', memberId: idOf(member), address: member.email, at: new Date(now) }),
    ],
    [
      'of three months ago',
      async (member) =>
        settingsToken(keys(), {
          brandId: 'local',
          memberId: idOf(member),
          address: member.email,
          at: new Date(now - 92 * 86_400_000),
        }),
    ],
    [
      'of an account that is no more',
      async (member) =>
        settingsToken(keys(), { brandId: 'local', memberId: randomUUID(), address: member.email, at: new Date(now) }),
    ],
  ])('is refused if it is %s, and changes nothing', async (_, made) => {
    const member = await testServer.member()
    const token = await made(member)
    expect((await testServer.call(`${path}?token=${token}`)).status).toBe(401)
    expect((await testServer.call(path, { method: 'PUT', body: { token, digest: 'daily' } })).status).toBe(401)
    expect(await read(member)).toMatchObject({ digest: 'off' })
  })

  it('leads to the page of the brand, and does not show whose it is', () => {
    const holder = { brandId: 'local', memberId: randomUUID(), address: 'Ada@Example.com', at: new Date(now) }
    const link = settingsLink(keys(), 'https://incontro.example/chats', holder)
    expect(link).toMatch(/^https:\/\/incontro\.example\/activeNotifications\?token=[A-Za-z0-9_-]+$/)
    expect(link).not.toContain(holder.memberId)
    const token = new URL(link).searchParams.get('token') ?? ''
    const found = readSettingsToken(keys(), token, new Date(now))
    expect([found?.memberId, found?.isFor('ada@example.com'), found?.isFor('eve@example.com')]).toEqual([
      holder.memberId,
      true,
      false,
    ])
  })
})

const deps = () => ({
  db: testServer.database.db,
  brands: testServer.context.brands,
  clock: () => new Date(now),
  addressKeys: deriveKeys([testServer.config.secretKey] as Secrets, 'mail suppressions'),
  channels: {
    email: mailNotices({
      brands: testServer.context.brands,
      addressKeys: deriveKeys([testServer.config.secretKey] as Secrets, 'mail suppressions'),
    }),
    push: {
      offered: () => true,
      reaches: () => Promise.resolve(false),
      queue: () => Promise.reject(new Error('no device')),
    },
    telegram: noTelegram,
  },
})
const away = (member: TestMember) =>
  testServer.database.pool.query('update members set last_active_at = $1 where id = $2', [
    new Date(now - 20 * 60_000),
    idOf(member),
  ])
const mailsTo = async (member: TestMember) =>
  (
    await testServer.database.pool.query<{ kind: string; props: object }>(
      'select kind, props from emails where member_id = $1 order by created_at',
      [idOf(member)],
    )
  ).rows

/** One likes the other: the event of the outbox comes twice, and the notice is looked at when it is due. */
async function like(from: TestMember, to: TestMember): Promise<{ event: string; about: string }[]> {
  const socket = await from.connect()
  expect(await socket.send('like', { angelId: idOf(to), trackerId: from.session.clickid })).toMatchObject({ ok: true })
  socket.close()
  const payload = { memberId: idOf(from), otherId: idOf(to) }
  for (let n = 0; n < 2; n += 1) await planNotice(deps(), { id: randomUUID(), topic: 'like', payload })
  return notices(to)
}
const notices = async (member: TestMember) =>
  (
    await testServer.database.pool.query<{ event: string; about: string; held: boolean; waiting: string[] }>(
      'select event, about, held, waiting from notices where member_id = $1 order by happened_at, event',
      [idOf(member)],
    )
  ).rows
const lookAtAll = async (member: TestMember) => {
  for (const { event, about } of await notices(member))
    await lookAtNotice(deps(), { memberId: idOf(member), event: event as 'like', about })
}

describe('a like', () => {
  it('is not announced by mail until the member wants that; a like for a like is', async () => {
    const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    expect(await like(man, woman)).toEqual([])
    expect(await like(woman, man)).toMatchObject([{ event: 'match' }])
    now += 16 * 60_000
    await away(man)
    await lookAtAll(man)
    await lookAtAll(man)
    expect(await mailsTo(man)).toMatchObject([{ kind: 'new-match' }])
    const { body } = await testServer.call('/api/notifications/sent', { token: man.token })
    expect(body).toMatchObject({ sent: [{ event: 'match', channel: 'email', because: 'chosen', state: 'queued' }] })
  })

  it('is announced once, to a member who wants that', async () => {
    const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    await change(woman, { choices: [{ event: 'like', channel: 'email', on: true }] })
    expect(await like(man, woman)).toMatchObject([{ event: 'like', waiting: ['email'] }])
    now += 16 * 60_000
    await away(woman)
    for (let n = 0; n < 2; n += 1) await lookAtAll(woman)
    expect(await mailsTo(woman)).toMatchObject([{ kind: 'new-like' }])
  })

  it('is in the digest of a member who wants one, unless it was seen meanwhile', async () => {
    const woman = await testServer.member({ gender: 'woman' })
    await change(woman, { choices: [{ event: 'like', channel: 'email', on: true }], digest: 'daily' })
    const [first, second] = [await testServer.member(), await testServer.member()]
    await like(first, woman)
    await like(second, woman)
    now += 16 * 60_000
    await away(woman)
    await lookAtAll(woman)
    expect(await mailsTo(woman)).toEqual([])
    expect((await notices(woman)).map(({ held }) => held)).toEqual([true, true])
    await testServer.database.pool.query(
      'update notifications set read_at = now() where member_id = $1 and actor_id = $2',
      [idOf(woman), idOf(first)],
    )
    now = Date.parse('2026-11-23T08:00:00Z')
    for (let n = 0; n < 2; n += 1) await sendDigest(deps(), { memberId: idOf(woman) })
    expect(await mailsTo(woman)).toMatchObject([
      { kind: 'notice-digest', props: { likes: 1, messages: 0, matches: 0, visits: 0, invites: 0 } },
    ])
  })
})

it('a visit is announced to a member who wants that', async () => {
  const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  const visit = () =>
    testServer.call('/api/collect/visited', {
      body: { angelId: idOf(woman), trackerId: man.session.clickid },
      token: man.token,
    })
  const events = async () =>
    (await testServer.database.pool.query("select payload from outbox where topic = 'visit'")).rows
  expect((await visit()).status).toBe(200)
  expect(await events()).toEqual([])
  await change(woman, { choices: [{ event: 'visit', channel: 'email', on: true }] })
  now += 7 * 3_600_000
  await visit()
  expect(await events()).toEqual([{ payload: { memberId: idOf(man), otherId: idOf(woman) } }])
})

it('a test is sent where the channel reaches the member, and what became of it is shown', async () => {
  const member = await testServer.member()
  const test = (channel: string) =>
    testServer.call('/api/notifications/test', { body: { channel }, token: member.token })
  const { status, body } = await test('email')
  expect(status).toBe(200)
  const sent = await testServer.call('/api/notifications/sent', { token: member.token })
  expect(sent.body).toMatchObject({ sent: [{ id: body.id, event: 'test', channel: 'email', state: 'queued' }] })
  expect((await test('push')).status).toBe(409)
  await testServer.database.pool.query('update members set email_confirmed_at = null where id = $1', [idOf(member)])
  expect((await test('email')).status).toBe(409)
  expect(await read(member)).toMatchObject({ mail: 'unconfirmed' })
})
