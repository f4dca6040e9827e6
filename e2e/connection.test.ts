import type { Page, WebSocketRoute } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestMember } from '../server/test/test-server.ts'
import { goTo, open } from './parts/pages.ts'
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
  await her.page.routeWebSocket(/chat-socket/, (socket) => {
    socket.connectToServer()
    sockets.push(socket)
  })
  await open(product, her.page, `/chats/${him.member.session.angelId}`)
  await open(product, him.page, `/chats/${her.member.session.angelId}`)
  await send(him.page, 'Uno')
  await said(her.page, 'Uno').waitFor()
  await send(her.page, 'Due')
  await said(him.page, 'Due').waitFor()

  await her.context.setOffline(true)
  await Promise.all(sockets.map((socket) => socket.close({ code: 4000 })))
  await her.page.getByText('Sei senza rete.').waitFor()
  for (const text of ['Tre', 'Quattro', 'Cinque']) await send(him.page, text)
  await him.page.getByText('Invio…').waitFor({ state: 'detached' })
  await send(her.page, 'Sei, scritto senza rete')
  const waiting = her.page.getByText('Parte appena torna la rete')
  await waiting.waitFor()
  await her.page.getByRole('button', { name: 'Riprova' }).click()
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

test('without a socket the page polls after 40 seconds and then every 10, and its title counts messages', async () => {
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
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/get/all/')) asked += 1
  })
  await open(product, page, '/profile')
  const titled = (start: string) => expect.poll(() => page.title(), polling).toMatch(new RegExp(`^${start}`))
  // The code that polls and counts loads when the page is idle, while the page's clock keeps running.
  await titled('\\(1\\) Profilo')
  const shownAt = await page.evaluate(() => Date.now())
  await hers.send('chat', { ...about(her), msg: 'Ciao', clientMessageId: crypto.randomUUID() })
  await page.clock.fastForward(36_000 - (await page.evaluate(() => Date.now())) + shownAt)
  expect([asked, await page.title()]).toEqual([0, expect.stringMatching(/^\(1\) Profilo/)])
  await page.clock.fastForward(4_500)
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

test('a session that is ended in another browser ends immediately', async () => {
  const { context, page, member } = await openMember(product, {}, sizes.desktop)
  const other = await openVisitor(product, sizes.desktop)
  await other.page.goto(product.at('/login'))
  await other.page.getByLabel('Email').fill(member.email)
  await other.page.locator('#password').fill(password)
  await other.page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await other.page.waitForURL('**/find')
  await open(product, page, '/profile')
  await open(product, other.page, '/profile')
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
