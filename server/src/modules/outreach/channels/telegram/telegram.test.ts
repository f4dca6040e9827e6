import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deriveKeys } from '#platform/ids.ts'
import { createOutbound, type Outbound, type OutboundReply } from '#platform/outbound.ts'
import { createLog } from '#platform/process/log.ts'
import { createTelegramBot } from '#providers/telegram/index.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { botOfToken, telegramToken } from '../../../../../../sandbox/src/credentials.ts'
import { readSettingsToken } from '../../preferences/settings-link.ts'
import type { AgainDeps } from '../../rules/ask-again.ts'
import { createChatLimit } from './answer.ts'
import { askForUpdates, webhookSecrets } from './receive.ts'
import { sendTelegram, type TelegramDeps, type TelegramJob } from './send.ts'
import { noTelegram } from './testing/none.ts'
import { readUpdate } from './updates.ts'

let testServer: TestServer
let outbound: Outbound
let now = Date.parse('2026-11-22T12:00:00Z')
let persons = 4_000_000
beforeAll(async () => {
  testServer = await startTestServer({ clock: () => new Date(now), jobs: false, telegram: true })
  outbound = createOutbound({ trustedOrigins: [testServer.sandbox.origin], timeoutMs: 10_000 })
})
beforeEach(() => {
  // Another minute, in which a chat may say something again.
  now += 60_000
})
afterAll(async () => {
  outbound.close()
  await testServer.close()
})

const clock = () => new Date(now)
const idOf = (member: TestMember): string => member.session.angelId
const keys = () => deriveKeys([testServer.config.secretKey], 'telegram')
const settingsKeys = () => deriveKeys([testServer.config.secretKey], 'notification settings links')
const bots =
  (calls: Pick<Outbound, 'call'> = outbound) =>
  (brandKey: string) => {
    const token = telegramToken(brandKey)
    const { origin } = testServer.sandbox
    return createTelegramBot({ token, apiUrl: `${origin}/telegram`, appUrl: `${origin}/telegram` }, calls)
  }
const deps = (changes: Partial<TelegramDeps> = {}): TelegramDeps & AgainDeps => ({
  // Whether a notice is still sent is tested with the rules.
  addressKeys: [Buffer.alloc(32)],
  channels: { email: noTelegram, push: noTelegram, telegram: noTelegram },
  db: testServer.database.db,
  brands: testServer.context.brands,
  botOf: bots(),
  telegramKeys: keys(),
  log: createLog('silent'),
  clock,
  ...changes,
})
const botName = botOfToken(telegramToken('local')) ?? ''
const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await testServer.database.pool.query<T>(text, values)).rows

const newPerson = (): string => String((persons += 1))
const linkOf = async (member: TestMember) => (await testServer.call('/api/telegram/link', { token: member.token })).body
async function codeOf(member: TestMember): Promise<string> {
  const { status, body } = await testServer.call('/api/telegram/link', { method: 'POST', token: member.token })
  expect(status).toBe(200)
  return new URL(body.url).searchParams.get('start') ?? ''
}
/** What a person says, as Telegram posts it. */
const update = (person: string, text: string, language = 'en') => ({
  update_id: (persons += 1),
  message: {
    message_id: 1,
    date: 0,
    text,
    chat: { id: Number(person), type: 'private', first_name: 'Ada' },
    from: { id: Number(person), is_bot: false, first_name: 'Ada', language_code: language },
  },
})
const secretOf = (brandId: string): string => webhookSecrets(keys(), brandId)[0] ?? ''
const post = (body: object, changes: { secret?: string | undefined; host?: string } = {}) =>
  testServer.call('/telegram/webhook', {
    method: 'POST',
    body,
    ...(changes.host !== undefined && { host: changes.host }),
    headers:
      'secret' in changes && changes.secret === undefined
        ? {}
        : { 'x-telegram-bot-api-secret-token': changes.secret ?? secretOf('local') },
  })
const say = async (person: string, text: string, language?: string): Promise<Record<string, never>> => {
  const { status, body } = await post(update(person, text, language))
  expect(status).toBe(200)
  return body
}
async function connected(): Promise<{ member: TestMember; person: string }> {
  const [member, person] = [await testServer.member(), newPerson()]
  // The sandbox knows a chat once a person has opened it.
  await inSandbox(person, 'on')
  await say(person, `/start ${await codeOf(member)}`)
  expect(await linkOf(member)).toMatchObject({ telegramId: person, ended: null })
  return { member, person }
}
const inSandbox = (person: string, state: string, text?: string) =>
  fetch(`${testServer.sandbox.origin}/telegram/${botName}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ person, state, ...(text === undefined ? {} : { text }) }),
  })
const shownTo = async (person: string) =>
  (
    (await (await fetch(`${testServer.sandbox.origin}/telegram/${botName}/${person}/messages`)).json()) as {
      from: string
      text: string
      button: { text: string; url: string } | null
    }[]
  ).filter(({ from }) => from === 'bot')
async function test(member: TestMember): Promise<TelegramJob> {
  const { status, body } = await testServer.call('/api/notifications/test', {
    body: { channel: 'telegram' },
    token: member.token,
  })
  expect(status).toBe(200)
  return { memberId: idOf(member), id: body.id }
}
const deliveryOf = async ({ id }: TelegramJob) =>
  (await query<{ state: string; reason: string | null }>('select state, reason from deliveries where id = $1', [id]))[0]

describe('a link', () => {
  it('connects the chat in which it is opened, once, in the member’s language', async () => {
    const [member, person] = [await testServer.member(), newPerson()]
    expect(await linkOf(member)).toEqual({ offered: true, telegramId: null, since: null, lastOkAt: null, ended: null })
    const code = await codeOf(member)
    expect(code).toMatch(/^[\w-]{43}$/)
    const stored = await query<{ code_hash: Buffer }>('select code_hash from telegram_links where member_id = $1', [
      idOf(member),
    ])
    expect(stored[0]?.code_hash.toString('base64url')).not.toBe(code)
    expect(await say(person, `/start ${code}`)).toMatchObject({
      method: 'sendMessage',
      chat_id: person,
      text: expect.stringContaining('Fatto: Incontro ti avviserà qui.'),
    })
    expect(await linkOf(member)).toMatchObject({ telegramId: person, since: clock().toISOString() })
    // The update that is delivered again is answered alike; in another chat the code is worth nothing.
    expect((await say(person, `/start ${code}`))['text']).toContain('Fatto')
    const other = newPerson()
    expect((await say(other, `/start ${code}`))['text']).toContain('isn’t valid any more')
    expect(await linkOf(member)).toMatchObject({ telegramId: person })
  })

  it('is worth nothing after ten minutes, after a newer one, and once the member took it back', async () => {
    const [member, person] = [await testServer.member(), newPerson()]
    const old = await codeOf(member)
    now += 10 * 60_000
    expect((await say(person, `/start ${old}`, 'fr'))['text']).toContain('n’est plus valable')
    const first = await codeOf(member)
    const second = await codeOf(member)
    expect((await say(person, `/start ${first}`, 'es'))['text']).toContain('ya no es válido')
    await testServer.call('/api/telegram/link', { method: 'DELETE', token: member.token })
    expect((await say(person, `/start ${second}`))['text']).toContain('isn’t valid')
    expect((await linkOf(member)).telegramId).toBeNull()
  })

  it('is worth nothing at the bot of another brand, nor for an account that is closed', async () => {
    const [member, person] = [await testServer.member(), newPerson()]
    const code = await codeOf(member)
    const there = await post(update(person, `/start ${code}`), {
      host: 'battito.localhost',
      secret: secretOf('battito'),
    })
    expect([there.status, there.body.text]).toEqual([200, expect.stringContaining('isn’t valid')])
    await query("update members set state = 'deactivated' where id = $1", [idOf(member)])
    expect((await say(person, `/start ${code}`))['text']).toContain('isn’t valid')
    expect(
      await query('select from telegram_links where member_id = $1 and chat_hash is not null', [idOf(member)]),
    ).toEqual([])
  })

  it('to a chat of another member ends theirs, and both learn of it', async () => {
    const { member: first, person } = await connected()
    const second = await testServer.member()
    expect((await say(person, `/start ${await codeOf(second)}`))['text']).toContain('L’altro account')
    expect(await linkOf(first)).toMatchObject({ telegramId: null, since: null, ended: 'taken' })
    expect(await linkOf(second)).toMatchObject({ telegramId: person, ended: null })
  })

  it('to another chat leaves the one before', async () => {
    const { member, person } = await connected()
    const other = newPerson()
    await say(other, `/start ${await codeOf(member)}`)
    expect((await linkOf(member)).telegramId).toBe(other)
    expect((await say(person, '/settings'))['text']).toContain('No account')
  })

  it('is not made without a session, and not where the brand has no bot', async () => {
    expect((await testServer.call('/api/telegram/link', { method: 'POST' })).status).toBe(401)
    const elsewhere = await testServer.member({ host: 'dolceluna.localhost' })
    const at = { token: elsewhere.token, host: 'dolceluna.localhost' }
    expect((await testServer.call('/api/telegram/link', { method: 'POST', ...at })).status).toBe(404)
    expect((await testServer.call('/api/telegram/link', at)).body).toMatchObject({ offered: false })
    const { body } = await testServer.call('/api/notifications/settings', at)
    expect(JSON.stringify(body)).not.toContain('telegram')
  })

  it('stays after signing out, and goes with the account', async () => {
    const { member, person } = await connected()
    await query('delete from sessions where member_id = $1', [idOf(member)])
    expect((await say(person, '/settings'))['reply_markup']).toBeDefined()
    await query('delete from members where id = $1', [idOf(member)])
    expect(await query('select from telegram_links where member_id = $1', [idOf(member)])).toEqual([])
    expect((await say(person, '/settings'))['text']).toContain('No account')
  })
})

describe('the bot', () => {
  it('opens the settings by a signed link, helps, and ends with /stop', async () => {
    const { member, person } = await connected()
    const { reply_markup: markup } = (await say(person, '/settings')) as unknown as {
      reply_markup: { inline_keyboard: { url: string }[][] }
    }
    const url = new URL(markup.inline_keyboard[0]?.[0]?.url ?? '')
    expect(url.pathname).toBe('/activeNotifications')
    const token = url.searchParams.get('token') ?? ''
    expect(readSettingsToken(settingsKeys(), token, clock())?.memberId).toBe(idOf(member))
    expect((await testServer.call(`/api/notifications/settings?token=${token}`)).status).toBe(200)
    expect((await say(person, 'Ciao Marco!'))['text']).toContain('Qui non puoi rispondere')
    expect((await say(person, '/stop'))['text']).toContain('Non riceverai più avvisi qui')
    expect(await linkOf(member)).toMatchObject({ telegramId: null, ended: 'stopped' })
    expect((await say(person, '/stop'))['text']).toContain('No account')
  })

  it('hears that it was blocked', async () => {
    const { member, person } = await connected()
    const { status, body } = await post({
      update_id: 1,
      my_chat_member: { chat: { id: Number(person), type: 'private' }, new_chat_member: { status: 'kicked' } },
    })
    expect([status, body]).toEqual([200, {}])
    expect(await linkOf(member)).toMatchObject({ ended: 'blocked' })
  })

  it.each([
    ['a group', { message: { chat: { id: -5, type: 'group' }, text: '/settings' } }],
    ['a channel', { channel_post: { chat: { id: -5, type: 'channel' }, text: '/settings' } }],
    ['a number that is none', { message: { chat: { id: 1e300, type: 'private' }, text: '/stop' } }],
    ['an edited message', { edited_message: { chat: { id: 5, type: 'private' }, text: '/stop' } }],
    ['nothing', {}],
  ])('does not listen to %s', (_, what) => {
    expect(readUpdate({ update_id: 1, ...what })).toBeUndefined()
  })

  it.each([undefined, '', 'wrong', 'x'.repeat(10_000)])(
    'answers no one without the secret of its webhook',
    async (secret) => {
      const { member, person } = await connected()
      expect((await post(update(person, '/stop'), { secret })).status).toBe(401)
      expect((await post(update(person, '/stop'), { secret: secretOf('battito') })).status).toBe(401)
      expect((await linkOf(member)).telegramId).toBe(person)
    },
  )

  it('looks at ten updates of a chat in a minute, and at no more', async () => {
    const mayAsk = createChatLimit(clock)
    const chat = { brandId: 'local', chatId: '1' }
    const looked = Array.from({ length: 10_000 }, () => mayAsk(chat)).filter(Boolean)
    expect([looked.length, mayAsk({ ...chat, chatId: '2' }), mayAsk({ ...chat, brandId: 'battito' })]).toEqual([
      10,
      true,
      true,
    ])
    now += 60_000
    expect(mayAsk(chat)).toBe(true)
    const person = newPerson()
    for (let n = 0; n < 10; n += 1) expect((await say(person, `/start ${'x'.repeat(43)}`))['text']).toBeDefined()
    expect(await say(person, `/start ${'x'.repeat(43)}`)).toEqual({})
  })
})

describe('a notification', () => {
  it('says what push says, with a button; discreetly without names', async () => {
    const { member, person } = await connected()
    const other = await testServer.member({ gender: 'woman' })
    await query("update members set screen_name = '/stop @Anna' where id = $1", [idOf(other)])
    const send = async () => {
      const id = randomUUID()
      await query(
        `insert into deliveries (member_id, id, channel, event, other_id, created_at) values ($1, $2, 'telegram', 'message', $3, $4)`,
        [idOf(member), id, idOf(other), clock()],
      )
      for (let n = 0; n < 2; n += 1) await sendTelegram(deps(), { memberId: idOf(member), id })
      expect(await deliveryOf({ memberId: '', id })).toEqual({ state: 'sent', reason: null })
    }
    await send()
    await query(
      'insert into notification_settings (member_id, discreet, digest, changed_at) values ($1, true, $2, now())',
      [idOf(member), 'off'],
    )
    await send()
    const button = { text: 'Apri', url: `https://incontro.example/chats/${idOf(other)}` }
    const [named, discreet, ...more] = await shownTo(person)
    expect(more).toEqual([])
    expect(named).toMatchObject({ text: expect.stringContaining('Anna\nTi ha scritto'), button })
    expect(named?.text).not.toMatch(/[/@]/)
    expect(discreet).toMatchObject({ text: 'Nuovo avviso\nApri per leggerlo', button })
    expect((await linkOf(member)).lastOkAt).toBe(clock().toISOString())
  })

  it.each([
    ['blocked', 'blocked', 'the bot is blocked'],
    ['gone', 'gone', 'the chat is gone'],
  ])('ends a chat that Telegram says is %s', async (state, ended, reason) => {
    const { member, person } = await connected()
    await query("update deliveries set state = 'failed' where member_id = $1", [idOf(member)])
    const job = await test(member)
    // Without the update that a person's own click gives.
    testServer.sandbox.sandbox.state.telegramChats.put({
      id: `${botName}/${person}`,
      bot: botName,
      state: state as 'blocked',
    })
    await sendTelegram(deps(), job)
    expect([await deliveryOf(job), await linkOf(member)]).toMatchObject([{ state: 'failed', reason }, { ended }])
    const again = { body: { channel: 'telegram' }, token: member.token }
    expect((await testServer.call('/api/notifications/test', again)).status).toBe(409)
  })

  it.each([
    ['too many', 'full', undefined, 30_000],
    ['out of order', 'down', undefined, 30_000],
    ['no connection', 'on', { kind: 'failed', why: 'unreachable' } as const, 30_000],
    [
      'a longer pause',
      'on',
      {
        kind: 'answer',
        status: 429,
        headers: {},
        body: Buffer.from('{"ok":false,"error_code":429,"description":"","parameters":{"retry_after":5000}}'),
      } as const,
      5_000_000,
    ],
  ])('is sent later: %s', async (_, state, reply: OutboundReply | undefined, pause) => {
    const { member, person } = await connected()
    testServer.sandbox.sandbox.state.telegramChats.put({
      id: `${botName}/${person}`,
      bot: botName,
      state: state as 'full',
    })
    const job = await test(member)
    const calls = reply && { call: () => Promise.resolve(reply) }
    await sendTelegram(deps({ botOf: bots(calls) }), job)
    expect(await deliveryOf(job)).toEqual({ state: 'queued', reason: null })
    const [next] = await query<{ run_at: Date; payload: TelegramJob }>(
      'select run_at, payload from graphile_worker._private_jobs where key = $1',
      [`telegram ${job.id}`],
    )
    expect([next?.run_at.getTime(), next?.payload]).toEqual([now + pause, { ...job, tries: 1 }])
    await sendTelegram(deps({ botOf: bots(calls) }), { ...job, tries: 7 })
    expect(await deliveryOf(job)).toEqual({ state: 'failed', reason: 'Telegram did not take it' })
  })

  it.each<[string, OutboundReply]>([
    ['no answer in time', { kind: 'failed', why: 'timeout' }],
    ['a connection that broke', { kind: 'failed', why: 'connection' }],
    ['an answer that is none', { kind: 'answer', status: 200, headers: {}, body: Buffer.from('<html>') }],
  ])('is not repeated where it may have arrived: %s', async (_, reply) => {
    const { member } = await connected()
    const job = await test(member)
    let calls = 0
    const botOf = bots({ call: () => ((calls += 1), Promise.resolve(reply)) })
    for (let n = 0; n < 3; n += 1) await sendTelegram(deps({ botOf }), job)
    expect([calls, await deliveryOf(job)]).toEqual([1, { state: 'failed', reason: 'unknown whether it arrived' }])
  })

  it('is sent at most once when a process dies on the way', async () => {
    const { member, person } = await connected()
    const job = await test(member)
    const dies = { call: () => Promise.reject(new Error('killed')) }
    // Sent, and the process ends before it writes that down.
    const botOf = () => ({
      ...bots()('local'),
      send: async (chatId: string, message: { readonly text: string }) => {
        await bots()('local').send(chatId, message)
        return dies.call()
      },
    })
    await expect(sendTelegram(deps({ botOf }), job)).rejects.toThrow('killed')
    expect(await deliveryOf(job)).toEqual({ state: 'sending', reason: null })
    await sendTelegram(deps(), job)
    expect([(await shownTo(person)).length, await deliveryOf(job)]).toEqual([
      1,
      { state: 'failed', reason: 'unknown whether it arrived' },
    ])
  })

  it('is not sent to a closed account, without a chat, or a day later', async () => {
    const [one, two, three] = [await connected(), await connected(), await connected()]
    const jobs = [await test(one.member), await test(two.member), await test(three.member)] as const
    await query("update members set state = 'deactivated' where id = $1", [idOf(one.member)])
    await testServer.call('/api/telegram/link', { method: 'DELETE', token: two.member.token })
    await query("update deliveries set created_at = created_at - interval '25 hours' where id = $1", [jobs[2].id])
    for (const job of jobs) await sendTelegram(deps(), job)
    expect([await deliveryOf(jobs[0]), await deliveryOf(jobs[1]), await deliveryOf(jobs[2])]).toEqual([
      { state: 'withheld', reason: 'the account is closed' },
      { state: 'withheld', reason: 'no chat' },
      { state: 'failed', reason: 'too old' },
    ])
    for (const { person } of [one, two, three]) expect(await shownTo(person)).toEqual([])
  })
})

it('a bot without a public address is asked for what was said to it, only while a person may write', async () => {
  await query('delete from telegram_links')
  const brand = testServer.context.brands.byKey('local')!
  let asked = 0
  const local = { ...brand, origin: 'http://localhost:3000' }
  const polling = (changes: Partial<TelegramDeps> = {}) => ({
    ...deps({
      brands: { byKey: () => local, list: [local] },
      botOf: () => ({ ...bots()('local'), updates: (after) => ((asked += 1), bots()('local').updates(after)) }),
      ...changes,
    }),
    settingsKeys: settingsKeys(),
    mayAsk: () => true,
  })
  await askForUpdates(polling())
  expect(asked).toBe(0)
  const [member, person] = [await testServer.member(), newPerson()]
  const code = await codeOf(member)
  testServer.sandbox.sandbox.state.telegramWebhooks.put({ id: botName, url: '', secret: '' })
  await inSandbox(person, 'on', `/start ${code}`)
  await askForUpdates(polling())
  expect(await linkOf(member)).toMatchObject({ telegramId: person })
  expect((await shownTo(person)).map(({ text }) => text)).toEqual([expect.stringContaining('ti avviserà qui')])
  const waiting = () => query(`select from graphile_worker._private_jobs where key = 'outreach-telegram-updates'`)
  expect(await waiting()).toHaveLength(1)
  // What was answered is not given again.
  const rest = await bots()('local').updates(undefined)
  expect(rest).toEqual([])
}, 20_000)

it('gives Telegram the address and the secret of a bot that has a public one', async () => {
  const bot = bots()('local')
  expect(await bot.postTo('https://incontro.example/telegram/webhook', secretOf('local'))).toBeUndefined()
  expect(testServer.sandbox.sandbox.state.telegramWebhooks.get(botName)).toEqual({
    id: botName,
    url: 'https://incontro.example/telegram/webhook',
    secret: secretOf('local'),
  })
  expect(await bot.updates(undefined)).toBe('busy')
  // Of the letters that Telegram takes.
  expect(secretOf('local')).toMatch(/^[\w-]{43}$/)
  testServer.sandbox.sandbox.state.telegramWebhooks.put({ id: botName, url: '', secret: '' })
})
