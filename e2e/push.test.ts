import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { open } from './parts/pages.ts'
import { openMember, sizes } from './parts/person.ts'
import { polling } from './parts/polling.ts'
import { openProduct, type Product } from './parts/product.ts'
import { pushService } from './parts/push-service.ts'

let product: Product
/** With windows and menus: the headless shell grants no notifications. */
let browser: Browser
const executablePath = process.env['FULL_CHROMIUM'] ?? '/usr/bin/chromium'
const isInstalled = existsSync(executablePath)
beforeAll(async () => {
  if (!isInstalled) return
  ;[product, browser] = await Promise.all([
    openProduct({ bystanders: false }),
    chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] }),
  ])
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const all = await registration.getNotifications()
    return all.map(({ title, body, tag, icon }) => [title, body, tag, icon !== ''].join(' | ')).toSorted()
  })

test.skipIf(!isInstalled)(
  'notifications replace each other, close when they were read, and always show something',
  async () => {
    const { context, page, member, problems } = await openMember(
      { ...product, browser },
      {},
      { ...sizes.phone, serviceWorkers: 'allow' },
    )
    await context.grantPermissions(['notifications'], { origin: product.at('') })
    const her = await product.testServer.member({ gender: 'woman' })
    const hers = await her.connect()
    await hers.send('chat', {
      msg: 'Ciao',
      trackerId: her.session.clickid,
      angelId: member.session.angelId,
      clientMessageId: crypto.randomUUID(),
    })
    hers.close()
    await open(product, page, '/profile')
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    const deliver = await pushService(context, page)
    // DevTools loses a message now and then while the one before is being handled: it is delivered again.
    const arrives = async (data: string, text: string, tries = 4): Promise<void> => {
      await deliver(data)
      const seen = expect
        .poll(async () => (await shown(page)).join('\n'), { ...polling, timeout: 4000 })
        .toContain(text)
      if (tries === 1) return seen
      await seen.catch(
        // The last try fails the test.
        () => arrives(data, text, tries - 1),
      )
    }
    const push = (message: { readonly t: string; readonly b: string; readonly [field: string]: unknown }) =>
      arrives(JSON.stringify(message), `${message.t} | ${message.b}`)
    const [ada, eva] = [`c:${her.session.angelId}`, 'c:another']
    await push({ t: 'Ada', b: 'Ti ha scritto', u: `/chats/${her.session.angelId}`, g: ada, n: 1, k: [ada], l: 'it' })
    await push({ t: 'Eva', b: 'Ti ha scritto', u: '/chats/another', g: eva, n: 2, k: [ada, eva], l: 'it' })
    await expect.poll(() => shown(page), polling).toHaveLength(2)
    // Another message of the same conversation takes the first one's place.
    await push({ t: 'Ada', b: 'Ti ha scritto ancora', u: '/chats', g: ada, n: 3, k: [ada, eva], l: 'it' })
    await expect
      .poll(() => shown(page), polling)
      .toEqual([`Ada | Ti ha scritto ancora | ${ada} | true`, `Eva | Ti ha scritto | ${eva} | true`])
    // Eva's messages were read on another device.
    await push({ t: 'Nuovo avviso', b: 'Apri per leggerlo', u: '/notifications', g: 'like', n: 1, k: [ada], d: true })
    await expect
      .poll(() => shown(page), polling)
      .toEqual([`Ada | Ti ha scritto ancora | ${ada} | true`, 'Nuovo avviso | Apri per leggerlo | like | false'])
    // What is no message of ours is shown, too: a push that shows nothing would end an iPhone's subscription.
    await arrives('<html>', 'localhost |')
    // Opened and read, it leaves the screen, and nothing else does.
    await open(product, page, `/chats/${her.session.angelId}`)
    await expect.poll(async () => (await shown(page)).filter((one) => one.includes(' | c:')), polling).toEqual([])
    expect((await shown(page)).join('\n')).toContain('Apri per leggerlo')
    expect(problems).toEqual([])
    await context.close()
  },
)
