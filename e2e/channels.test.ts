import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deriveKeys } from '#server/platform/ids.ts'
import { webhookSecrets } from '#server/modules/outreach/channels/telegram/receive.ts'
import type { TestMember } from '#test/support/test-server.ts'
import { stayAway, workOff } from '#test/support/work-off.ts'
import { botOfToken, telegramToken } from '../sandbox/src/credentials.ts'
import { open, settled } from './parts/pages.ts'
import { openMember, sizes } from './parts/person.ts'
import { polling } from './parts/polling.ts'
import { openProduct, type Product } from './parts/product.ts'
import { pushService } from './parts/push-service.ts'

/*
 * A day of the three channels: each is turned on at /activeNotifications, brings a like, leads to its page, and is turned
 * off from the message itself. What every other event says on each is in outreach/rules/every-event.test.ts.
 */

let product: Product
/** With notifications, which the headless shell has none of. */
let browser: Browser
const executablePath = process.env['FULL_CHROMIUM'] ?? '/usr/bin/chromium'
const isInstalled = existsSync(executablePath)
/** Noon in Rome, later than the database's time. */
let now = Date.parse('2031-06-02T10:00:00Z')
const bot = botOfToken(telegramToken('local')) ?? ''
beforeAll(async () => {
  if (!isInstalled) return
  ;[product, browser] = await Promise.all([
    openProduct({ bystanders: false, telegram: true, jobs: false, clock: () => new Date(now) }),
    chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] }),
  ])
  const { testServer } = product
  await stayAway(testServer)
  const [secret = ''] = webhookSecrets(deriveKeys([testServer.config.secretKey], 'telegram'), 'local')
  // On a test's machine no address is public.
  testServer.sandbox.sandbox.state.telegramWebhooks.put({ id: bot, url: product.at('/telegram/webhook'), secret })
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

const words = {
  it: {
    likes: 'Mi piace: Email',
    save: 'Salva le scelte',
    saved: 'Salvato.',
    turnOn: 'Attiva qui',
    turnOff: /^Spegni: /,
    connect: 'Collega Telegram',
    openBot: 'Apri il bot e premi Avvia',
    disconnect: 'Scollega Telegram',
    stopped: 'L’hai disattivato con /stop su Telegram.',
    unsubscribe: 'Non scrivetemi più',
    unsubscribed: 'Fatto: non ti scriviamo più',
    pushed: 'Piaci a',
  },
  fr: {
    likes: 'Likes: E-mail',
    save: 'Enregistrer vos choix',
    saved: 'Enregistré.',
    turnOn: 'Activer ici',
    turnOff: /^Désactiver/,
    connect: 'Relier Telegram',
    openBot: 'Ouvrir le bot et appuyer sur Démarrer',
    disconnect: 'Délier Telegram',
    stopped: 'Vous y avez mis fin avec /stop sur Telegram.',
    unsubscribe: 'Ne plus m’écrire',
    unsubscribed: 'C’est fait',
    pushed: 'Vous plaisez à quelqu’un',
  },
} as const

interface Phone {
  readonly endpoint: string
  readonly keys: object
}

/** The browser's subscription is that of a phone of the sandbox: Chromium's own needs Google's push service. */
async function subscribeAtSandbox(context: BrowserContext): Promise<Phone> {
  const { origin } = product.testServer.sandbox
  const made = (await (await fetch(`${origin}/push/phones`, { method: 'POST' })).json()) as Phone
  await context.addInitScript((phone) => {
    let current: object | null = null
    const subscription = (key: string) => ({
      options: {
        applicationServerKey: Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
          letter.charCodeAt(0),
        ).buffer,
      },
      toJSON: () => phone,
      unsubscribe: () => {
        current = null
        return Promise.resolve(true)
      },
    })
    Object.assign(PushManager.prototype, {
      getSubscription: () => Promise.resolve(current),
      subscribe: ({ applicationServerKey }: { applicationServerKey: string }) =>
        Promise.resolve((current = subscription(applicationServerKey))),
    })
  }, made)
  return made
}

const pushedTo = async ({ endpoint }: Phone): Promise<string[]> => {
  const url = new URL(endpoint)
  const answer = await fetch(`${url.origin}/push/phones/${url.pathname.split('/').at(-1)}/messages`)
  return ((await answer.json()) as { text: string }[]).map(({ text }) => text)
}
const mailsTo = ({ email }: TestMember) =>
  product.testServer.sandbox.sandbox.state.mails.newest().filter(({ to }) => to === email)
const saidTo = (person: string) =>
  product.testServer.sandbox.sandbox.state.telegramMessages
    .all()
    .filter(({ chat, button }) => chat === `${bot}/${person}` && button !== null)

/** Another member likes the one who is away; what is due of it is sent, then what is due later. */
async function like(member: TestMember): Promise<void> {
  const other = await product.testServer.member()
  const socket = await other.connect()
  const liked = { angelId: member.session.angelId, trackerId: other.session.clickid }
  expect(await socket.send('like', liked)).toMatchObject({ ok: true })
  socket.close()
  await product.testServer.database.pool.query('update members set last_active_at = $2 where id = $1', [
    member.session.angelId,
    new Date(now - 20 * 60_000),
  ])
  for (let n = 0; n < 2; n += 1) {
    await workOff(product.testServer, new Date(now), /^outreach\.(notice|send_email|push|telegram)$/)
    now += 15 * 60_000
  }
}

/** The page of the brand's own address, on this machine. */
const local = (link: string): string => {
  const { pathname, search } = new URL(link)
  return product.at(pathname + search)
}

/** Presses a notification, or its button: Chromium has no window to press it in. */
const press = (context: BrowserContext, action: string) =>
  context.serviceWorkers()[0]!.evaluate(async (name) => {
    const scope = self as unknown as ServiceWorkerGlobalScope
    // Only a person's press may focus a tab.
    Object.assign(WindowClient.prototype, {
      focus(this: WindowClient) {
        return Promise.resolve(this)
      },
    })
    const [notification] = await scope.registration.getNotifications()
    scope.dispatchEvent(new NotificationEvent('notificationclick', { notification: notification!, action: name }))
  }, action)

test.skipIf(!isInstalled).each([
  ['it', sizes.phone],
  ['fr', sizes.desktop],
] as const)(
  'in %s each channel is turned on, brings a like, leads on, and is turned off by what it sent',
  async (language, size) => {
    const says = words[language]
    const { context, page, member, problems } = await openMember(
      { ...product, browser },
      { gender: 'woman', form: { language } },
      { ...size, serviceWorkers: 'allow', locale: language },
    )
    await context.grantPermissions(['notifications'], { origin: product.at('') })
    const phone = await subscribeAtSandbox(context)
    await open(product, page, '/activeNotifications')

    await page.getByRole('checkbox', { name: says.likes }).check()
    await page.getByRole('button', { name: says.save }).click()
    await page.getByText(says.saved).waitFor()
    await page.getByRole('button', { name: says.turnOn }).click()
    await page.getByRole('button', { name: says.turnOff }).waitFor()
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.getByRole('button', { name: says.connect }).click()
    const botLink = await page.getByRole('link', { name: says.openBot }).getAttribute('href')
    const chat = await context.newPage()
    const person = language === 'it' ? '7000001' : '7000002'
    await chat.goto(`${botLink}&person=${person}`)
    await chat.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByRole('button', { name: says.disconnect }).waitFor()

    await like(member)
    expect([mailsTo(member).length, (await pushedTo(phone)).length, saidTo(person).length]).toEqual([1, 1, 1])

    // The device: it shows the like, leads to it, and its button to the settings.
    const deliver = await pushService(context, page)
    const [payload = ''] = await pushedTo(phone)
    expect(payload).toContain(says.pushed)
    const shown = () =>
      page.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).length)
    // DevTools loses a message now and then: it is delivered again, in the place of the one before.
    const arrives = async (tries = 4): Promise<void> => {
      await deliver(payload)
      const seen = expect.poll(shown, { ...polling, timeout: 4000 }).toBe(1)
      // The last try fails the test.
      return tries === 1 ? seen : seen.catch(() => arrives(tries - 1))
    }
    await arrives()
    await press(context, '')
    await page.waitForURL('**/notifications')
    await arrives()
    await press(context, 'settings')
    await page.waitForURL('**/activeNotifications')
    await page.getByRole('button', { name: says.turnOff }).click()
    await page.getByRole('button', { name: says.turnOff }).waitFor({ state: 'detached' })

    // The chat: its button leads to the like, and /stop ends it.
    await chat.reload()
    const [said] = saidTo(person)
    await page.goto(local(said?.button?.url ?? ''))
    await page.waitForURL('**/notifications')
    await chat.getByRole('button', { name: '/stop' }).click()
    await open(product, page, '/activeNotifications')
    await page.getByText(says.stopped).waitFor()

    // The mail: its button leads to the like, and its link ends such mails, also without a session.
    const [mail] = mailsTo(member)
    const link = (path: string) => local(mail?.links.find((one) => new URL(one).pathname === path) ?? '')
    await page.goto(link('/notifications'))
    await settled(page)
    await page.goto('about:blank')
    await context.clearCookies()
    await page.goto(link('/unsubscribe'))
    await page.getByRole('button', { name: says.unsubscribe }).click()
    await page.getByRole('status').filter({ hasText: says.unsubscribed }).waitFor()

    await like(member)
    expect([mailsTo(member).length, (await pushedTo(phone)).length, saidTo(person).length]).toEqual([1, 1, 1])
    expect(problems).toEqual([])
    await context.close()
  },
)

test.skipIf(!isInstalled)('what became of a test is seen without loading the page again', async () => {
  const { context, page } = await openMember(
    { ...product, browser },
    { gender: 'woman', form: { language: 'en' } },
    { ...sizes.desktop, locale: 'en' },
  )
  await open(product, page, '/activeNotifications')
  await page.getByRole('button', { name: 'Send me a test email' }).click()
  const row = page.getByRole('listitem').filter({ hasText: /^Test/ })
  await row.filter({ hasText: 'on its way' }).waitFor()
  await workOff(product.testServer, new Date(now), /^outreach\.send_email$/)
  await row.filter({ hasText: '· sent ·' }).waitFor()
  await context.close()
})

/** Of the worker's scope, which the types of pages do not have. */
interface WindowClient {
  focus(): Promise<WindowClient>
}
declare const WindowClient: { readonly prototype: WindowClient }
interface ServiceWorkerGlobalScope extends EventTarget {
  readonly registration: ServiceWorkerRegistration
}
declare const NotificationEvent: new (
  type: string,
  init: { readonly notification: Notification; readonly action: string },
) => Event
