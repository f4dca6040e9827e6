import { randomUUID } from 'node:crypto'
import { noticeChannels, type NoticeEvent, noticeEvents } from '@incontro/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deriveKeys } from '#platform/ids.ts'
import { checkedInBrands, checkedInFlows } from '#test/support/brands-folder.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { stayAway, workOff as workOffAll } from '#test/support/work-off.ts'
import { botOfToken, telegramToken } from '../../../../../sandbox/src/credentials.ts'
import type { Email } from '../channels/email/email.ts'
import { enqueueEmail } from '../channels/email/enqueue-email.ts'
import { samples } from '../channels/email/templates/testing/samples.ts'
import { webhookSecrets } from '../channels/telegram/receive.ts'
import { noticeChannelsOf } from './table.ts'

/* Each event of the table, from its cause to what the receivers of each channel show, in two languages. */

const minute = 60_000
let testServer: TestServer
/** Noon in Rome, later than what the database takes for now: a job without a time is due. */
let now = Date.parse('2031-06-02T10:00:00Z')
beforeAll(async () => {
  const [brands, flows] = [checkedInBrands(), checkedInFlows()]
  testServer = await startTestServer({
    clock: () => new Date(now),
    jobs: false,
    telegram: true,
    bystanders: false,
    brands,
    flows: {
      ...flows,
      of: (brand, id) => ({ ...flows.of(brand, id === 'invites' ? '7' : id), ...(id === 'invites' && inviting) }),
    },
  })
  await stayAway(testServer)
})
afterAll(() => testServer?.close())

const inviting = { id: 'invites', inviteMode: true }
const bot = botOfToken(telegramToken('local')) ?? ''
const idOf = (member: TestMember): string => member.session.angelId
const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await testServer.database.pool.query<T>(text, values)).rows

/** Notices and their channels. */
const workOff = () => workOffAll(testServer, new Date(now), /^outreach\.(notice|send_email|push|telegram)$/)

interface Receivers {
  readonly member: TestMember
  readonly phone: string
  readonly person: string
}
let persons = 6_000_000

/** A member who has been away for a while, with a device, a chat with the bot and everything turned on. */
async function everywhere(language: 'it' | 'fr'): Promise<Receivers> {
  const member = await testServer.member({ gender: 'woman', form: { language } })
  const { token } = member
  const made = await fetch(`${testServer.sandbox.origin}/push/phones`, { method: 'POST' })
  const subscription = (await made.json()) as { endpoint: string }
  const body = { pushToken: JSON.stringify(subscription) }
  expect((await testServer.call('/api/users/pushToken', { body, token })).status).toBe(200)

  const person = String((persons += 1))
  const { body: link } = await testServer.call('/api/telegram/link', { method: 'POST', token })
  const start = new URL(link.url).searchParams.get('start')
  await fetch(`${testServer.sandbox.origin}/telegram/${bot}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ person, text: `/start ${start}` }),
  })
  // As Telegram posts it to an installation with a public address, and to none on a test's machine.
  const [update] = testServer.sandbox.sandbox.state.telegramUpdates.all().slice(-1)
  const [secret = ''] = webhookSecrets(deriveKeys([testServer.config.secretKey], 'telegram'), 'local')
  const answer = await testServer.call('/telegram/webhook', {
    body: update?.update,
    headers: { 'x-telegram-bot-api-secret-token': secret },
  })
  expect(answer.status).toBe(200)

  const { body: settings } = await testServer.call('/api/notifications/settings', { token })
  const choices = settings.events.flatMap(
    ({ event, channels }: { event: string; channels: { channel: string; fixed: string | null }[] }) =>
      channels.filter(({ fixed }) => fixed === null).map(({ channel }) => ({ event, channel, on: true })),
  )
  const changed = await testServer.call('/api/notifications/settings', { method: 'PUT', body: { choices }, token })
  expect(changed.status).toBe(200)
  await query('update members set last_active_at = $2 where id = $1', [idOf(member), new Date(now - 20 * minute)])
  return { member, phone: subscription.endpoint.split('/').at(-1) ?? '', person }
}

async function write(from: TestMember, to: TestMember, msg = 'Un segreto'): Promise<void> {
  const socket = await from.connect()
  const data = { msg, trackerId: from.session.clickid, angelId: idOf(to), clientMessageId: randomUUID() }
  expect(await socket.send('chat', data)).toMatchObject({ ok: true })
  socket.close()
}
async function like(from: TestMember, to: TestMember): Promise<void> {
  const socket = await from.connect()
  expect(await socket.send('like', { angelId: idOf(to), trackerId: from.session.clickid })).toMatchObject({ ok: true })
  socket.close()
}
const mail =
  <K extends Email['kind']>(kind: K) =>
  ({ member }: Receivers) =>
    testServer.database.db.transaction().execute(async (tx) => {
      const [{ locale = 'it' } = {}] = await query<{ locale: 'it' | 'fr' }>(
        'select locale from members where id = $1',
        [idOf(member)],
      )
      const to = { brandId: 'local', memberId: idOf(member), to: member.email, locale }
      await enqueueEmail(tx, { ...to, kind, props: samples[kind] } as unknown as Email, new Date(now))
    })

interface Case {
  readonly happens: (receivers: Receivers, other: TestMember) => Promise<void>
  /** Where device and chat lead, and where the mail does; that of a mail with a link of its own is not looked at. */
  readonly page: (other: string) => string
  readonly mailPage: string | null
  readonly words: { readonly it: RegExp; readonly fr: RegExp }
}
const cases: Readonly<Record<Exclude<NoticeEvent, 'news'>, Case>> = {
  firstMessage: {
    happens: ({ member }, other) => write(other, member),
    page: (other) => `/chats/${other}`,
    mailPage: '/chats',
    words: { it: /scritto per la prima volta/, fr: /première fois/ },
  },
  message: {
    happens: async ({ member }, other) => {
      await write(other, member)
      await write(member, other)
      await query('delete from outbox')
      await query('update members set last_active_at = $2 where id = $1', [idOf(member), new Date(now - 20 * minute)])
      await write(other, member)
    },
    page: (other) => `/chats/${other}`,
    mailPage: '/chats',
    words: { it: /Ti ha scritto/, fr: /écrit/ },
  },
  invite: {
    happens: async ({ member }, other) => {
      await query("update members set flow_id = 'invites', level = 2 where id = $1", [idOf(other)])
      await query('update members set level = 2 where id = $1', [idOf(member)])
      await write(other, member)
    },
    page: (other) => `/chats/${other}`,
    mailPage: '/chats',
    words: { it: /invito/, fr: /invitation/ },
  },
  like: {
    happens: ({ member }, other) => like(other, member),
    page: () => '/notifications',
    mailPage: '/notifications',
    words: { it: /Piaci a/, fr: /plaisez|plais/ },
  },
  match: {
    happens: async ({ member }, other) => {
      await like(member, other)
      await query('delete from outbox')
      await like(other, member)
    },
    page: (other) => `/chats/${other}`,
    mailPage: '/notifications',
    words: { it: /match/i, fr: /match/i },
  },
  visit: {
    happens: async ({ member }, other) => {
      const body = { angelId: idOf(member), trackerId: other.session.clickid }
      expect((await testServer.call('/api/collect/visited', { body, token: other.token })).status).toBe(200)
    },
    page: () => '/notifications',
    mailPage: '/notifications',
    words: { it: /visita/, fr: /visite/ },
  },
  decision: {
    happens: mail('photo-verified'),
    page: () => '/chats/admin',
    mailPage: null,
    words: { it: /deciso/, fr: /décidé|décision/ },
  },
  renewal: {
    happens: mail('renewal-notice'),
    page: () => '/purchases',
    mailPage: null,
    words: { it: /piano/, fr: /formule/ },
  },
  payment: {
    happens: mail('receipt'),
    page: () => '/purchases',
    mailPage: null,
    words: { it: /pagament/, fr: /paiement/ },
  },
  security: {
    happens: mail('passkey-added'),
    page: () => '/settings/security',
    mailPage: null,
    words: { it: /account/, fr: /compte/ },
  },
}

/** What has arrived since it was last asked: by each channel, words and page. */
async function arrived({ member, phone, person }: Receivers) {
  const at = async (path: string) => (await fetch(`${testServer.sandbox.origin}${path}`)).json()
  const pushed = ((await at(`/push/phones/${phone}/messages`)) as { text: string }[]).map(
    ({ text }) => JSON.parse(text) as { t: string; b: string; u: string },
  )
  const said = (
    (await at(`/telegram/${bot}/${person}/messages`)) as {
      from: string
      text: string
      button: { url: string } | null
    }[]
  ).filter(({ from, button }) => from === 'bot' && button !== null)
  const mails = testServer.sandbox.sandbox.state.mails.newest().filter(({ to }) => to === member.email)
  return { pushed, said, mails }
}

const names = noticeEvents.filter((event): event is keyof typeof cases => event !== 'news')

describe.each(['it', 'fr'] as const)('in %s', (language) => {
  it.each(names)('%s arrives once on each channel, says what it may, and leads to its page', async (event) => {
    const receivers = await everywhere(language)
    const other = await testServer.member()
    const { happens, page, mailPage, words } = cases[event]
    await happens(receivers, other)
    await workOff()
    const { origin } = testServer.context.brands.byKey('local')!
    const to = page(idOf(other))
    const first = await arrived(receivers)
    expect(first.pushed).toEqual([expect.objectContaining({ b: expect.stringMatching(words[language]), u: to })])
    expect(first.said).toEqual([
      expect.objectContaining({
        text: expect.stringMatching(words[language]),
        button: expect.objectContaining({ url: `${origin}${to}` }),
      }),
    ])
    now += 15 * minute
    await workOff()
    const { pushed, said, mails } = await arrived(receivers)
    expect([pushed.length, said.length, mails.length]).toEqual([1, 1, 1])
    const [mailed] = mails
    if (mailPage !== null) expect(mailed?.links).toContain(`${origin}${mailPage}`)
    expect(JSON.stringify([pushed, said, mails])).not.toContain('Un segreto')
    // Each leads to where it is turned off: the bot by its commands, a device and a mail by the page.
    const settings = mailed?.links.find((link) => link.includes('/activeNotifications?token='))
    const token = new URL(settings ?? '').searchParams.get('token')
    expect((await testServer.call(`/api/notifications/settings?token=${token}`)).status).toBe(200)
    const { body } = await testServer.call('/api/notifications/sent', { token: receivers.member.token })
    expect(body.sent.map(({ channel, state }: { channel: string; state: string }) => [channel, state])).toEqual(
      expect.arrayContaining([...noticeChannels].map((channel) => [channel, 'sent'])),
    )
  })
})

it('every event but promotion is announced on devices and in the chat', () => {
  for (const event of names) expect(noticeChannelsOf(event)).toEqual(expect.arrayContaining(['push', 'telegram']))
  expect(noticeChannelsOf('news')).toEqual([])
})
