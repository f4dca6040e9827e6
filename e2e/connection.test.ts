import type { Page, WebSocketRoute } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestMember, TestSocket } from '#test/support/test-server.ts'
import { connected, goTo, open } from './parts/pages.ts'
import { openMember, openVisitor, signIn, sizes } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'
import { password } from './parts/sign-up.ts'
import { polling } from './parts/polling.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct({ bystanders: false })
})
afterAll(() => product?.close())

const composer = (page: Page) => page.getByRole('textbox', { name: 'Scrivi un messaggio' })
const log = (page: Page) => page.getByRole('log')
/** Marks a document; a reload removes the mark. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isMarked: true }))
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in window)
/** A message in the conversation, by either member. */
const said = (page: Page, text: string) => log(page).getByText(new RegExp(`: ${text}$`))
const send = async (page: Page, text: string): Promise<void> => {
  await composer(page).fill(text)
  await page.getByRole('button', { name: 'Invia', exact: true }).click()
}

test('no message is missing or duplicated after a lost connection', async () => {
  const [her, him] = await Promise.all([
    openMember(product, { gender: 'woman' }, sizes.desktop),
    openMember(product, {}, sizes.desktop),
  ])
  // Members of the top level read each other's messages uncovered.
  await product.testServer.database.db
    .updateTable('members')
    .set({ level: 2 })
    .where('clickid', 'in', [her.member.session.clickid, him.member.session.clickid])
    .execute()
  // The browser keeps open sockets when the test sets it offline, so the test closes hers by hand.
  const sockets: WebSocketRoute[] = []
  let isCut = false
  await her.page.routeWebSocket(/chat-socket/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => isCut || server.send(message))
    sockets.push(socket)
  })
  await open(product, her.page, `/chats/${him.member.session.angelId}`)
  await open(product, him.page, `/chats/${her.member.session.angelId}`)
  await send(him.page, 'Uno')
  await said(her.page, 'Uno').waitFor()
  await send(her.page, 'Due')
  await said(him.page, 'Due').waitFor()

  isCut = true
  await her.context.setOffline(true)
  await her.page.getByText('Sei senza rete.').waitFor()
  // Before the page notices that its connection is lost.
  await send(her.page, 'Sei, scritto senza rete')
  const waiting = her.page.getByText('Parte appena torna la rete')
  await waiting.waitFor()
  await Promise.all(sockets.map((socket) => socket.close({ code: 4000 })))
  for (const text of ['Tre', 'Quattro', 'Cinque']) await send(him.page, text)
  // Several may still be on their way.
  await expect.poll(() => him.page.getByText('Invio…').count(), polling).toBe(0)
  await her.page.getByRole('button', { name: 'Riprova' }).click()
  isCut = false
  await her.context.setOffline(false)

  for (const text of ['Tre', 'Quattro', 'Cinque']) await said(her.page, text).waitFor()
  await said(him.page, 'Sei, scritto senza rete').waitFor()
  await waiting.waitFor({ state: 'detached' })
  for (const { page } of [her, him]) {
    await expect
      .poll(async () => {
        const words = await log(page).innerText()
        return ['Uno', 'Due', 'Tre', 'Quattro', 'Cinque', 'Sei, scritto senza rete'].map(
          (text) => words.split('\n').filter((line) => line.replace(/^.*: /, '') === text).length,
        )
      }, polling)
      .toEqual([1, 1, 1, 1, 1, 1])
  }
  const { rows } = await product.testServer.database.pool.query('select count(*)::int as n from messages')
  expect(rows).toEqual([{ n: 6 }])
  await Promise.all([her.context.close(), him.context.close()])
})

test('a message that comes before the first connection is shown once there is one', async () => {
  const [{ page, context, member }, her] = await Promise.all([
    openMember(product, {}, sizes.phone),
    product.testServer.member({ gender: 'woman' }),
  ])
  await product.testServer.database.db
    .updateTable('members')
    .set({ level: 2 })
    .where('clickid', 'in', [member.session.clickid, her.session.clickid])
    .execute()
  const hers = await her.connect()
  const say = (msg: string) =>
    hers.send('chat', {
      trackerId: her.session.clickid,
      angelId: member.session.angelId,
      msg,
      clientMessageId: crypto.randomUUID(),
    })
  await say('Uno')
  let connect = () => {}
  const held = new Promise<void>((resolve) => {
    connect = resolve
  })
  const begun = new Promise<void>((resolve) => {
    void page.routeWebSocket(/chat-socket/, (socket) => {
      resolve()
      void held.then(() => socket.connectToServer())
    })
  })
  const fetched = page.waitForResponse(/\/api\/get\/messages\/[^/]+\/[^/]+$/)
  await page.goto(product.at(`/chats/${her.session.angelId}`))
  await Promise.all([fetched, begun])
  await say('Due')
  connect()
  await said(page, 'Due').waitFor()
  hers.close()
  await context.close()
})

test('a page of one member is left when another one has signed in to the browser', async () => {
  const [{ page, context }, her, other] = await Promise.all([
    openMember(product, {}, sizes.phone),
    product.testServer.member({ gender: 'woman' }),
    product.testServer.member(),
  ])
  const sockets: WebSocketRoute[] = []
  await page.routeWebSocket(/chat-socket/, (socket) => {
    socket.connectToServer()
    sockets.push(socket)
  })
  await open(product, page, `/chats/${her.session.angelId}`)
  await connected(page)
  await composer(page).fill('Di chi era prima')
  await signIn(product, context, other)
  await Promise.all(sockets.map((socket) => socket.close({ code: 4000 })))
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/chats'))
  await context.close()
})

test('without a socket the page polls after 8 seconds at the latest and then every 10, and its title counts messages', async () => {
  const [{ page, context, member }, her, other] = await Promise.all([
    openMember(product, {}, sizes.phone),
    product.testServer.member({ gender: 'woman' }),
    product.testServer.member({ gender: 'woman' }),
  ])
  const [hers, others] = await Promise.all([her.connect(), other.connect()])
  const about = (woman: TestMember) => ({ trackerId: woman.session.clickid, angelId: member.session.angelId })
  await hers.send('like', about(her))
  await page.clock.install()
  await page.routeWebSocket(/chat-socket/, (socket) => void socket.close())
  await open(product, page, '/profile')
  const titled = (start: string) => expect.poll(() => page.title(), polling).toMatch(new RegExp(`^${start}`))
  // The code that polls and counts loads when the page is idle, while the page's clock keeps running.
  await titled('\\(1\\) Profilo')
  await hers.send('chat', { ...about(her), msg: 'Ciao', clientMessageId: crypto.randomUUID() })
  await page.clock.fastForward(8_000)
  await titled('\\(2\\) Profilo')
  await others.send('like', about(other))
  await page.clock.fastForward(10_000)
  await titled('\\(3\\) Profilo')
  await goTo(page, '/notifications')
  await titled('\\(\\d\\) Notifiche')
  hers.close()
  others.close()
  await context.close()
})

test('a page offers its newer version once, and a restart of the server reloads it when nothing is being written', async () => {
  const [{ context, page }, her] = await Promise.all([
    openMember(product, {}, sizes.phone),
    product.testServer.member({ gender: 'woman' }),
  ])
  // The first page load is of an older version.
  await page.addInitScript(() => {
    // The delay before the reload is a random part of a minute; here it is none.
    Math.random = () => 0
    if (sessionStorage.getItem('loaded')) return
    sessionStorage.setItem('loaded', '1')
    Object.defineProperty(window, '__reactRouterManifest', {
      configurable: true,
      set(value: { version: string }) {
        Object.defineProperty(window, '__reactRouterManifest', {
          value: { ...value, version: 'older' },
          writable: true,
        })
      },
    })
  })
  // The sockets of pages that have introduced themselves.
  const sockets: WebSocketRoute[] = []
  await page.routeWebSocket(/chat-socket/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((frame) => {
      if (String(frame).includes('"clickid"')) sockets.push(socket)
      server.send(frame)
    })
  })
  await open(product, page, `/chats/${her.session.angelId}`)
  await mark(page)
  await page.getByText('C’è una versione più recente di questa pagina.').waitFor()
  await page.getByRole('button', { name: 'Ricarica' }).click()
  await expect.poll(() => isMarked(page), polling).toBe(false)

  await mark(page)
  // The script of the new page runs.
  await expect.poll(() => sockets.length, polling).toBe(2)
  await composer(page).fill('Ci vediamo al')
  sockets[1]?.send('42["restart",{}]')
  await sockets[1]?.close({ code: 4000 })
  await page.getByText('Ci stiamo ricollegando…').waitFor()
  await page.getByText('Ci stiamo ricollegando…').waitFor({ state: 'detached' })
  await composer(page).pressSequentially(' faro')
  expect(await isMarked(page)).toBe(true)
  await composer(page).blur()
  await expect.poll(() => isMarked(page), polling).toBe(false)
  await expect.poll(() => composer(page).inputValue(), polling).toBe('Ci vediamo al faro')
  expect(await page.getByText('C’è una versione più recente').count()).toBe(0)
  await context.close()
})

test('a tab that the server closed for too many others says so, and goes on where the member wants it', async () => {
  const { context, page } = await openMember(product, {}, sizes.phone)
  // The sockets that are connected, in the order of their connections.
  const sockets: WebSocketRoute[] = []
  await page.routeWebSocket(/chat-socket/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((frame) => {
      if (String(frame).startsWith('40')) sockets.push(socket)
      socket.send(frame)
    })
  })
  await open(product, page, '/profile')
  const paused = page.getByText('Hai molte schede aperte: questa è in pausa.')
  const close = async () => {
    sockets.at(-1)?.send('42["oldSocketRemoved",{"reason":"too_many"}]')
    await sockets.at(-1)?.close({ code: 4000 })
    await paused.waitFor()
  }
  await expect.poll(() => sockets.length, polling).toBe(1)
  await close()
  expect(await page.getByText('Ci stiamo ricollegando…').count()).toBe(0)
  await page.getByRole('button', { name: 'Riprendi qui' }).click()
  await paused.waitFor({ state: 'detached' })
  await expect.poll(() => sockets.length, polling).toBe(2)
  await close()
  // The member comes back to the tab.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await paused.waitFor({ state: 'detached' })
  await expect.poll(() => sockets.length, polling).toBe(3)
  await context.close()
})

test('what arrives on the page that shows it is announced once, without a toast', async () => {
  const [{ context, page, member }, her] = await Promise.all([
    openMember(product, {}, sizes.phone),
    product.testServer.member({ gender: 'woman', form: { username: 'Ada' } }),
  ])
  const hers = await her.connect()
  const about = { trackerId: her.session.clickid, angelId: member.session.angelId }
  // Counts the sounds, which are off until the member turns them on.
  await page.addInitScript(() => {
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (at) {
      Object.assign(window, { tones: ((window as { tones?: number }).tones ?? 0) + 1 })
      start.call(this, at)
    }
  })
  const tones = () => page.evaluate(() => (window as { tones?: number }).tones ?? 0)
  const announced = (words: string) => page.getByRole('status').getByText(words, { exact: true })
  const isConnected = connected(page)
  await open(product, page, '/notifications')
  await isConnected
  // The code that listens and announces loads after the page is usable.
  await page.locator('[role=status] > p').first().waitFor({ state: 'attached' })
  await hers.send('like', about)
  await announced('Ada ti ha messo mi piace.').waitFor()
  expect(await page.getByRole('button', { name: 'Vedi', exact: true }).count()).toBe(0)
  await goTo(page, '/chats')
  await hers.send('chat', { ...about, msg: 'Ciao', clientMessageId: crypto.randomUUID() })
  await announced('Ada ti ha scritto.').waitFor()
  expect(await page.getByRole('button', { name: 'Apri', exact: true }).count()).toBe(0)
  expect(await tones()).toBe(0)

  await goTo(page, '/settings/preferences')
  await page.getByRole('switch', { name: 'Suono per messaggi e mi piace' }).click()
  // One that shows how it sounds.
  await expect.poll(tones, polling).toBe(2)
  await hers.send('chat', { ...about, msg: 'Ci sei?', clientMessageId: crypto.randomUUID() })
  await expect.poll(tones, polling).toBe(4)
  hers.close()
  await context.close()
})

test('a page that was hidden for more than three minutes refreshes in place and announces what arrived', async () => {
  const [{ context, page, member }, her, other] = await Promise.all([
    openMember(product, {}, sizes.phone),
    product.testServer.member({ gender: 'woman' }),
    product.testServer.member({ gender: 'woman' }),
  ])
  const [hers, others] = await Promise.all([her.connect(), other.connect()])
  await page.clock.install()
  await page.routeWebSocket(/chat-socket/, (socket) => void socket.close())
  await open(product, page, '/profile')
  await mark(page)
  const hide = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  const titled = (start: string) => expect.poll(() => page.title(), polling).toMatch(new RegExp(`^\\(${start}\\) `))
  /** While the page is hidden for so long, another woman writes. */
  const away = async (ms: number, socket: TestSocket, woman: TestMember) => {
    await hide(true)
    const to = { trackerId: woman.session.clickid, angelId: member.session.angelId }
    await socket.send('chat', { ...to, msg: 'Ciao', clientMessageId: crypto.randomUUID() })
    await page.clock.fastForward(ms)
    await hide(false)
  }
  const announced = page.getByText('Un messaggio mentre non c’eri.')
  await away(179_000, hers, her)
  await titled('1')
  expect(await announced.count()).toBe(0)
  await away(180_001, others, other)
  await announced.waitFor()
  await titled('2')
  expect(await isMarked(page)).toBe(true)
  await page.getByRole('button', { name: 'Apri' }).click()
  await page.waitForURL('**/chats')
  for (const socket of [hers, others]) socket.close()
  await context.close()
})

test('a session that is ended in another browser ends immediately', async () => {
  const { context, page, member } = await openMember(product, {}, sizes.desktop)
  const other = await openVisitor(product, sizes.desktop)
  await other.page.goto(product.at('/login'))
  await other.page.getByLabel('Email').fill(member.email)
  await other.page.locator('#password').fill(password)
  await other.page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await other.page.waitForURL('**/find')
  await open(product, page, '/profile')
  await open(product, other.page, '/settings/security')
  // The registration over the API left further sessions: end them all.
  const others = other.page.getByRole('button', { name: /^Esci da / })
  await others.first().waitFor()
  for (let left = await others.count(); left > 0; left -= 1) {
    await others.first().click()
    await expect.poll(() => others.count(), polling).toBe(left - 1)
  }
  await page.waitForURL(product.at('/'))
  await page.goto(product.at('/profile'))
  expect(new URL(page.url()).pathname).toBe('/')
  await page.getByRole('main').getByRole('link', { name: 'Accedi' }).click()

  // The same tab signs in again and returns to the requested page.
  await page.getByLabel('Email').fill(member.email)
  await page.locator('#password').fill(password)
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await page.waitForURL(product.at('/profile'))
  await signIn(product, context, member)
  await Promise.all([context.close(), other.context.close()])
})
