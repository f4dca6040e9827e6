import type { CDPSession, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faults } from './parts/axe.ts'
import { connected, goTo, open, settled } from './parts/pages.ts'
import { openMember, sizes } from './parts/person.ts'
import { withRefusals } from './parts/page-problems.ts'
import { polling } from './parts/polling.ts'
import { openProduct, type Product } from './parts/product.ts'
import { jpeg, upload } from '#server/modules/photos/testing/pictures.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct({ bystanders: false })
})
afterAll(() => product?.close())

const region = 'Molise'

interface Point {
  readonly x: number
  readonly y: number
}

/** Moves one finger, as far as the browser lets it. */
async function drag(touch: CDPSession, { x, y }: Point, [right, down]: readonly [number, number]): Promise<void> {
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Point) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [at] })
  await send('touchStart', { x, y })
  for (let step = 1; step <= 8; step += 1)
    await send('touchMove', { x: x + (right * step) / 8, y: y + (down * step) / 8 })
  await send('touchEnd')
}
const pull = (touch: CDPSession, from: Point, by: number) => drag(touch, from, [0, by])
const push = (touch: CDPSession, from: Point, by: number) => drag(touch, from, [by, 0])

/** Repeated until the page is long enough. */
const scrollTo = async (page: Page, top: number): Promise<void> => {
  await page.waitForFunction((to) => {
    window.scrollTo({ top: to, behavior: 'instant' })
    return Math.abs(scrollY - to) < 2
  }, top)
}
const isAt = (page: Page, top: number) => expect.poll(() => page.evaluate(() => Math.round(scrollY)), polling).toBe(top)

test('lists keep their place over back and forward without loading again, and a pull from the top loads them', async () => {
  const { db } = product.testServer.database
  const women = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      product.testServer.member({ gender: 'woman', region, form: { username: `Livia${'abcdefghijkl'[at]}` } }),
    ),
  )
  const { page, member, problems, context } = await openMember(product, { region }, sizes.phone)
  await db
    .insertInto('notifications')
    .values(
      women.map((woman, at) => ({
        member_id: member.session.angelId,
        id: crypto.randomUUID(),
        actor_id: woman.session.angelId,
        kind: 'like' as const,
        created_at: new Date(Date.now() - at * 60_000),
      })),
    )
    .execute()
  for (const woman of women) {
    const socket = await woman.connect()
    const to = { trackerId: woman.session.clickid, angelId: member.session.angelId }
    await socket.send('chat', { ...to, msg: 'Ciao', clientMessageId: crypto.randomUUID() })
    socket.close()
  }
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(dispenser\/match|api\/get\/(notifications|messages))/.test(pathname)) asked.push(pathname)
  })
  const ready = connected(page)
  await open(product, page, '/find')
  await ready

  // The list: a profile is opened and closed, and forward leads to it again.
  await scrollTo(page, 500)
  asked.length = 0
  await page
    .getByRole('link', { name: /^Livia/ })
    .nth(5)
    .tap()
  await page.waitForURL('**/user/*')
  await settled(page)
  await isAt(page, 0)
  const profile = page.url()
  await page.getByRole('button', { name: 'Indietro' }).tap()
  await page.waitForURL('**/find')
  await isAt(page, 500)
  await page.goForward()
  await page.waitForURL(profile)
  await settled(page)
  await isAt(page, 0)
  await scrollTo(page, 120)
  // A page that has been left stays until the next one is rendered, which opens at its top.
  const goDown = async (path: string, top: number) => {
    await goTo(page, path)
    await isAt(page, 0)
    await scrollTo(page, top)
  }
  await goDown('/notifications', 400)
  await goDown('/chats', 200)
  await goTo(page, '/match')
  const top = await page.getByRole('group', { name: /^Livia/ }).getAttribute('aria-label')
  asked.length = 0
  await goTo(page, '/profile')
  await scrollTo(page, 900)
  const back = async (path: string, place: number) => {
    await page.goBack()
    await page.waitForURL(`**${path}`)
    await isAt(page, place)
  }
  await back('/match', 0)
  expect(await page.getByRole('group', { name: /^Livia/ }).getAttribute('aria-label')).toBe(top)
  await back('/chats', 200)
  await back('/notifications', 400)
  await back(new URL(profile).pathname, 120)
  await page.goForward()
  await page.waitForURL('**/notifications')
  await isAt(page, 400)
  expect(asked).toEqual([])

  // A pull counts only from the top.
  const touch = await context.newCDPSession(page)
  const middle = { x: 195, y: 300 }
  await pull(touch, middle, 240)
  await expect.poll(() => page.evaluate(() => scrollY), polling).toBeLessThan(400)
  expect(asked).toEqual([])
  for (const [path, request] of [
    ['/notifications', /notifications/],
    ['/chats', /messages/],
    ['/match', /dispenser/],
    ['/find', /dispenser/],
  ] as const) {
    await goTo(page, path)
    await scrollTo(page, 0)
    asked.length = 0
    await pull(touch, middle, 60)
    await pull(touch, middle, 240)
    await page.getByText('Elenco aggiornato.').waitFor({ state: 'attached' })
    expect(asked, path).toEqual([expect.stringMatching(request)])
  }

  // A sheet follows the finger: a short pull leaves it open, a long one closes it.
  await page.getByRole('button', { name: 'Filtri' }).tap()
  const sheet = page.getByRole('dialog', { name: 'Filtri' })
  const { y } = (await sheet.getByRole('heading', { name: 'Filtri' }).boundingBox())!
  const heading = { x: 60, y: y + 10 }
  await pull(touch, heading, 60)
  await expect.poll(() => sheet.evaluate((element) => getComputedStyle(element).translate), polling).toBe('none')
  await pull(touch, heading, 300)
  await sheet.waitFor({ state: 'detached' })

  // So does a small menu.
  await page
    .getByRole('button', { name: /^Altre azioni/ })
    .first()
    .tap()
  const actions = page.getByRole('dialog', { name: 'Altre azioni' })
  const box = (await actions.boundingBox())!
  const handle = { x: 195, y: box.y + 14 }
  await pull(touch, handle, 60)
  expect(await actions.getByRole('menuitem').count()).toBe(2)
  await pull(touch, handle, 200)
  await actions.waitFor({ state: 'detached' })

  // The bar has the section's title, which is the page's one heading, and leads to the profile.
  const bar = page.getByRole('banner')
  expect(await bar.getByRole('link', { name: 'Profilo', exact: true }).getAttribute('href')).toBe('/profile')

  // The side menu leads everywhere, and a finger moves it out to the left.
  await page.getByRole('button', { name: 'Menu', exact: true }).tap()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.waitFor()
  const places = await menu.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(places).toEqual([
    '/profile',
    '/find',
    '/match',
    '/chats',
    '/notifications',
    '/profile',
    '/purchases',
    '/settings',
    '/vip_plan/cred',
    ...['it', 'es', 'fr', 'en'].map((language) => `/find?lang=${language}`),
    '/legal/faq',
    '/safety',
    '/contactUs',
    '/legal/terms',
    '/legal/terms#billingPolicy',
    '/legal/privacy',
    '/cookies',
  ])
  expect(await faults(page)).toEqual([])
  await push(touch, { x: 200, y: 300 }, -40)
  expect(await menu.count()).toBe(1)
  await push(touch, { x: 200, y: 300 }, -180)
  await menu.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Menu', exact: true }).press('Enter')
  await menu.getByRole('link', { name: /^Notifiche/ }).tap()
  await page.waitForURL('**/notifications')
  await menu.waitFor({ state: 'detached' })
  await bar.getByText('Notifiche', { exact: true }).waitFor()
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  expect(problems).toEqual([])
  await context.close()
})

test.each(['phone', 'desktop'] as const)('what has loaded is where its placeholder was: %s', async (size) => {
  const { testServer } = product
  const town = size === 'phone' ? 'Basilicata' : 'Calabria'
  const her = await testServer.member({ gender: 'woman', region: town, form: { username: 'Gaia' } })
  await upload(testServer, her, await jpeg(size === 'phone' ? 3 : 4))
  await testServer.call(`/api/users/${her.session.clickid}`, {
    method: 'PUT',
    body: { prompts: [{ id: 'sunday', answer: 'Mercato presto.' }], interests: ['sea'], intent: 'slowly' },
    token: her.token,
  })
  const { page, member, problems, context } = await openMember(product, { region: town }, sizes[size])
  const like = { created_at: new Date(), kind: 'like' as const }
  const { db } = testServer.database
  await db
    .insertInto('reactions')
    .values({ ...like, member_id: her.session.angelId, other_id: member.session.angelId })
    .execute()
  await db
    .insertInto('notifications')
    .values({ ...like, member_id: member.session.angelId, id: crypto.randomUUID(), actor_id: her.session.angelId })
    .execute()
  const socket = await her.connect()
  await socket.send('chat', {
    trackerId: her.session.clickid,
    angelId: member.session.angelId,
    msg: 'Ciao',
    clientMessageId: crypto.randomUUID(),
  })
  socket.close()
  await open(product, page, '/find')

  await page.evaluate(() => {
    const moved: string[] = []
    Object.assign(window, { moved })
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[])
        for (const { node } of sources)
          if (document.querySelector('main')?.contains(node)) moved.push(node?.textContent ?? '')
    }).observe({ type: 'layout-shift' })
  })
  // The words of her choices come last.
  await page.route('**/profileChoices/**', async (route) => {
    await page.waitForResponse((response) => response.url().includes(`/dispenser/${her.session.angelId}`))
    await route.continue()
  })
  const busy = (name: string) => page.getByRole('status', { name })
  const hers = page.getByRole('listitem').filter({ hasText: 'Gaia' })
  const title = page.getByRole('heading', { level: 1 })
  for (const [path, request, ...pairs] of [
    [
      `/user/${her.session.angelId}`,
      /^\/dispenser\/[0-9a-f-]{36}/,
      [busy('Carico il profilo').locator('img'), page.getByRole('img', { name: 'Foto di Gaia' })],
      [busy('Carico il profilo').getByRole('heading', { level: 1 }), title],
    ],
    ['/chats', /get\/messages/, [busy('Carico le chat').locator('> *').first(), hers]],
    ['/notifications', /get\/notifications/, [busy('Carico le notifiche').locator('> *').first(), hers]],
  ] as const) {
    const { going, release } = await held(page, path, request)
    const before = await inTurnOf(pairs, ([waiting]) => placeOf(waiting))
    release()
    await going
    expect(await inTurnOf(pairs, ([, arrived]) => placeOf(arrived)), path).toEqual(before)
  }

  // The own profile begins with what is missing from it: nothing is shown below before that is known.
  const { going, release } = await held(page, '/profile', /^\/api\/users\/profile/)
  await busy('Carico il profilo').waitFor()
  expect(await page.locator('main').getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([])
  release()
  await going
  await page.getByRole('heading', { name: 'Il tuo profilo: 1 di 5' }).waitFor()
  expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([])
  expect(problems).toEqual([])
  await context.close()
})

/** Navigates while the page's requests are held back. */
async function held(page: Page, path: string, request: RegExp) {
  const released = Promise.withResolvers<void>()
  await page.route(
    ({ pathname }) => request.test(pathname),
    async (route) => {
      await released.promise
      await route.continue()
    },
  )
  return { going: goTo(page, path), release: () => released.resolve() }
}

const placeOf = async (element: Locator): Promise<readonly number[]> => {
  const { x, y, height } = (await element.boundingBox())!
  return [x, y, height].map(Math.round)
}

async function inTurnOf<T, Result>(items: readonly T[], work: (item: T) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await work(item))
  return results
}

test('a member with a plan looks elsewhere, from the first page on, the city’s people before the region’s', async () => {
  const { testServer } = product
  const home = 'Marche'
  const woman = (username: string, region: string, city?: string) =>
    testServer.member({ gender: 'woman', region, form: { username, city } })
  for (const letter of 'abcdefghijklm') await woman(`Marta${letter}`, home)
  await woman('Perla', 'Umbria', 'Perugia')
  // More recently active than her, but not of the city.
  await woman('Ultima', 'Umbria')
  const { page, member, problems, context } = await openMember(product, { region: home }, sizes.phone)
  await testServer.database.db
    .updateTable('members')
    .set({ level: 1 })
    .where('id', '=', member.session.angelId)
    .execute()
  const cards = () => page.getByRole('article').getByRole('heading').allInnerTexts()
  const where = (text: string) => page.locator('button[aria-haspopup=dialog]', { hasText: text })
  await page.route('**/api/get/regions/IT', (route) => route.fulfill({ status: 404, body: '{}' }), { times: 1 })
  await open(product, page, '/find?page=2')
  // A page with fewer than five stays.
  await page.getByRole('heading', { name: 'Donne da conoscere Pagina 2' }).waitFor()
  expect(await page.getByRole('article').count()).toBe(1)
  await page.getByText('Meno di 50 persone attive nell’ultimo mese').waitFor()

  await where(home).tap()
  const dialog = page.getByRole('dialog', { name: 'Dove cerchi?' })
  await dialog.getByText('Non riusciamo a caricare le regioni.').waitFor()
  await dialog.getByRole('button', { name: 'Riprova' }).tap()
  await dialog.getByText('Non riusciamo a caricare le regioni.').waitFor({ state: 'detached' })
  await dialog.getByLabel('Regione').selectOption('Umbria')
  await dialog.getByLabel('Città').fill('Per')
  await page.getByRole('option', { name: /^Perugia/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => dialog.getByLabel('Città').inputValue(), polling).toBe('Perugia')
  await dialog.getByRole('button', { name: 'Mostra i profili' }).tap()
  await dialog.waitFor({ state: 'detached' })
  await where('Perugia, Umbria').waitFor()
  await page.getByText('prima Perugia, poi la regione').waitFor()
  await expect.poll(cards, polling).toEqual([expect.stringMatching(/^Perla/), expect.stringMatching(/^Ultima/)])
  expect(new URL(page.url()).search).toBe('')

  // It is kept for all of the member's browsers, apart from where they live.
  const { body } = await testServer.call('/api/users/verify', { body: {}, token: member.token })
  expect(body).toMatchObject({ region: home, searchRegion: 'Umbria', searchCity: 'Perugia' })
  const elsewhere = { trackerId: member.session.clickid, region: 'Umbria' }
  await testServer.call('/dispenser/place', { method: 'PUT', body: elsewhere, token: member.token })
  await open(product, page, '/find')
  await where('Umbria').tap()
  await dialog.getByRole('button', { name: 'Torna a dove vivo' }).tap()
  await dialog.getByRole('button', { name: 'Mostra i profili' }).tap()
  await where(home).waitFor()
  await expect.poll(() => page.getByRole('article').count(), polling).toBe(12)
  // The next page says which one it is, and the focus is there.
  await page.getByRole('link', { name: 'Pagina successiva' }).tap()
  await page.getByRole('heading', { name: 'Donne da conoscere Pagina 2' }).waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused, polling).toBe('Donne da conoscere Pagina 2')
  expect(withRefusals(problems)).toEqual(['404 /api/get/regions/IT'])
  await context.close()
})
