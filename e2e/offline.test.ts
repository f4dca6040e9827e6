import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutSocket } from './parts/no-socket.ts'
import { open } from './parts/pages.ts'
import type { TestMember } from '#test/support/test-server.ts'
import { openMember, sizes, type Visitor } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'
import { polling } from './parts/polling.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct({ bystanders: false })
})
afterAll(() => product?.close())

const log = (page: Page) => page.getByRole('log')
const send = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Scrivi un messaggio' }).fill(text)
  await page.getByRole('button', { name: 'Invia', exact: true }).click()
}
const offline = (page: Page) => page.getByRole('heading', { name: 'Sei senza rete' })

/** The files in the browser's caches of the site. */
const keptFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const found = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return found.flat().map(({ url }) => new URL(url).pathname)
  })

/** Waits until the service worker controls the page and has cached what the page needs offline. */
const workerReady = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await expect.poll(() => keptFiles(page), polling).toContain('/offline')
}

const textsSent = async (): Promise<string[]> => {
  const { rows } = await product.testServer.database.pool.query<{ body: string }>(
    'select body from messages order by conversation_id, seq',
  )
  return rows.map(({ body }) => body)
}

/** A member with messages left and another member to write to; the browser may install the service worker. */
const couple = async (): Promise<Visitor & { readonly member: TestMember; readonly her: string }> => {
  const [him, her] = await Promise.all([
    openMember(product, {}, { ...sizes.phone, serviceWorkers: 'allow' }),
    product.testServer.member({ gender: 'woman' }),
  ])
  await product.testServer.database.db
    .updateTable('members')
    .set({ level: 2 })
    .where('clickid', '=', him.member.session.clickid)
    .execute()
  return { ...him, her: her.session.angelId }
}

/** Sets the browser offline. It keeps open sockets, so a test closes those by leaving the page. */
const unplug = (context: BrowserContext): Promise<void> => context.setOffline(true)

test('messages written offline survive a reload and a closed browser, and arrive once and in order', async () => {
  const { context, page, her } = await couple()
  await open(product, page, `/chats/${her}`)
  await workerReady(page)
  await unplug(context)
  await page.reload()
  await offline(page).waitFor()
  await context.setOffline(false)
  await page.getByRole('textbox', { name: 'Scrivi un messaggio' }).waitFor()

  // The socket is refused, so the messages stay in the outbox.
  await withoutSocket(page, { requests: false })
  await open(product, page, `/chats/${her}`)
  for (const text of ['Uno', 'Due', 'Tre']) await send(page, text)
  await expect.poll(() => page.getByText('Parte appena torna la rete').count(), polling).toBe(3)
  await unplug(context)
  await page.reload()
  // The offline page shows them, and links to the other pages.
  await offline(page).waitFor()
  await expect.poll(() => page.getByRole('listitem').allInnerTexts(), polling).toHaveLength(3)
  expect((await page.getByRole('listitem').allInnerTexts()).map((words) => words.split('\n').at(-1))).toEqual([
    'Uno',
    'Due',
    'Tre',
  ])
  await page.getByRole('link', { name: 'Profilo' }).click()
  await page.waitForURL('**/profile')
  await offline(page).waitFor()
  await page.close()

  // Another page of the same browser, later.
  const later = await context.newPage()
  await later.goto(product.at(`/chats/${her}`))
  await offline(later).waitFor()
  expect(await textsSent()).toEqual([])
  await context.setOffline(false)
  await log(later).getByText('Tre').waitFor()
  await expect.poll(textsSent, polling).toEqual(['Uno', 'Due', 'Tre'])
  await expect.poll(() => later.getByText(/^(Parte appena torna la rete|Invio…)$/).count(), polling).toBe(0)
  // No message is left to be sent again.
  await later.reload()
  await log(later).getByText('Tre').waitFor()
  expect(await textsSent()).toEqual(['Uno', 'Due', 'Tre'])
  await context.close()
})

test('the browser caches the program and the offline page, but no member data', async () => {
  const { context, page, her, member } = await couple()
  await open(product, page, `/chats/${her}`)
  await workerReady(page)
  for (const path of ['/find', '/profile', '/notifications', `/user/${her}`]) await open(product, page, path)
  const others = (await keptFiles(page)).filter((path) => !path.startsWith('/assets/'))
  expect(others).toEqual(['/offline'])
  const kept = await page.evaluate(async () => {
    const cache = await caches.open('offline-page')
    return (await cache.matchAll())[0]?.text()
  })
  expect(kept).toContain('Sei senza rete')
  expect(kept).not.toContain(her)
  expect(kept).not.toContain(member.session.clickid)
  await context.close()
})

test('a page opened for the first time while offline loads its content when the network is back', async () => {
  const { context, page, her, problems } = await couple()
  await open(product, page, `/chats/${her}`)
  await workerReady(page)
  await unplug(context)
  await page.getByRole('link', { name: 'Torna alle chat' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Profilo' }).click()
  await page.waitForURL('**/profile')
  // The app still works, and reports what it could not load.
  await page.getByText('Non riusciamo a caricare il profilo').waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Notifiche' }).click()
  await page.waitForURL('**/notifications')
  await context.setOffline(false)
  await page.getByRole('navigation').getByRole('link', { name: 'Profilo' }).click()
  await page.getByLabel('Nome sul profilo').waitFor()
  expect(problems.filter((problem) => !/ERR_INTERNET_DISCONNECTED|Failed to fetch/.test(problem))).toEqual([])
  await context.close()
})

test('a page whose files are not cached says so within the app, and opens when the network is back', async () => {
  const him = await openMember(product, {}, { ...sizes.phone, serviceWorkers: 'block' })
  const { context, page } = him
  await open(product, page, '/notifications')
  // The app loads what it needs to notice this while there is a network.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('navigation').getByRole('link', { name: 'Profilo' }).click()
  await offline(page).waitFor()
  expect(new URL(page.url()).pathname).toBe('/notifications')
  await page.getByRole('navigation').getByRole('link', { name: 'Profilo' }).waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Riprova' }).click()
  await offline(page).waitFor()
  await context.setOffline(false)
  await page.waitForURL('**/profile')
  await page.getByLabel('Nome sul profilo').waitFor()
  await context.close()
})

test('signing out warns about unsent messages and deletes them from the browser', async () => {
  const { context, page, her } = await couple()
  await withoutSocket(page, { requests: false })
  await open(product, page, `/chats/${her}`)
  await send(page, 'Non parte')
  await page.getByText('Parte appena torna la rete').waitFor()
  await page.goto(product.at('/settings'))
  const leave = page.getByRole('main').getByRole('button', { name: 'Esci', exact: true })
  await leave.click()
  const dialog = page.getByRole('dialog', { name: 'Un messaggio non è ancora partito' })
  await dialog.getByRole('button', { name: 'Rimani' }).click()
  await dialog.waitFor({ state: 'detached' })
  await leave.click()
  await dialog.getByRole('button', { name: 'Esci e cancella' }).click()
  await page.waitForURL(product.at('/'))
  const left = await page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const request = indexedDB.open('outbox')
        request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
        request.onsuccess = () => {
          const count = request.result.transaction('messages').objectStore('messages').count()
          count.onsuccess = () => resolve(count.result)
        }
      }),
  )
  expect(left).toBe(0)
  expect(await textsSent()).not.toContain('Non parte')
  await context.close()
})
