import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailQueue } from '#server/modules/outreach/index.ts'
import type { TestMember } from '#test/support/test-server.ts'
import { open } from './parts/pages.ts'
import { hasSeenPopups, openMember, openVisitor, signIn, sizes } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'
import { polling } from './parts/polling.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

/**
 * The keys that the specification allows in a browser, and the cookies of sessions and choices. All are necessary; no others are
 * allowed.
 */
const storageKeys = new Set([
  'country',
  'trackerId',
  'campid',
  'ip',
  'ua',
  'source',
  'fingerprint',
  'avatar',
  'like',
  'landedTime',
  'profiliVisitati',
  'messaggiNonLetti',
  'remarketing_clickid',
  'city',
  'region',
  'page',
  'avaibleUsers',
  'cookiePolicy',
  'softwareVersion',
  'notificheInPending',
  'tipologiaNotifica',
  'socketId',
  'fluxId',
  // The scroll positions of pages, which the router stores for the back button.
  'react-router-scroll-positions',
])
const cookieNames = new Set([
  '__Host-session',
  '__Host-device',
  'cookiePolicy',
  'cookieChoice',
  'analytics',
  'remarketing',
  'locale',
  'theme',
])

const kept = async (
  context: BrowserContext,
  page: Page,
): Promise<{ storage: string[]; cookies: Record<string, string> }> => ({
  storage: await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]),
  cookies: Object.fromEntries((await context.cookies()).map(({ name, value }) => [name, value])),
})
const strange = ({ storage, cookies }: Awaited<ReturnType<typeof kept>>) => [
  ...storage.filter((key) => !storageKeys.has(key)),
  ...Object.keys(cookies).filter((name) => !cookieNames.has(name)),
]

test('the contact form reports missing fields, keeps its values, and reaches the support', async () => {
  const { context, page, problems } = await openVisitor(product, sizes.phone)
  await page.goto(product.at('/contactUs'))
  await page.locator('#name').fill('Nora Neri')
  await page.locator('#message').fill('Buongiorno,\ncome cambio città?')
  await page.getByRole('button', { name: 'Invia' }).click()
  const summary = page.getByRole('alert').filter({ has: page.getByRole('link') })
  await summary.waitFor()
  expect(
    await summary.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
  ).toEqual(['#email', '#topic'])
  expect(await page.locator('#email').getAttribute('aria-invalid')).toBe('true')
  expect([await page.locator('#name').inputValue(), await page.locator('#message').inputValue()]).toEqual([
    'Nora Neri',
    'Buongiorno,\ncome cambio città?',
  ])

  await page.locator('#email').fill('nora@person.example.com')
  await page.locator('#topic').selectOption('account')
  const from = Date.now()
  await page.getByRole('button', { name: 'Invia' }).click()
  await page.getByRole('status').filter({ hasText: 'Grazie' }).waitFor()
  expect(Date.now() - from).toBeGreaterThanOrEqual(500)
  const brand = product.testServer.context.brands.byHost('localhost')
  const { rows } = await product.testServer.database.pool.query(
    'select t.name, m.body from tickets t join ticket_messages m on m.ticket_id = t.id where t.brand_id = $1',
    [brand?.key],
  )
  expect(rows).toEqual([{ name: 'Nora Neri', body: 'Buongiorno,\ncome cambio città?' }])
  expect(problems).toEqual([])
  await context.close()
})

/** The unsubscribe link in an email to a member. */
async function noticeTo({ session, email }: TestMember): Promise<URL> {
  await product.testServer.database.db.transaction().execute((tx) =>
    emailQueue(() => new Date())(tx, {
      brandId: 'local',
      memberId: session.angelId,
      kind: 'new-message',
      to: email,
      locale: 'it',
      props: { link: product.at('/chats') },
    }),
  )
  const link = async () => (await product.testServer.mailTo(email)).links.find((one) => one.includes('/unsubscribe'))
  await expect.poll(link, polling).toBeDefined()
  return new URL((await link()) ?? '')
}

test('a member unsubscribes from notices, the page redirects, and the consent centre turns them on again', async () => {
  const wanted = async ({ token }: TestMember): Promise<boolean> =>
    (await product.testServer.call('/api/mail-lists', { token })).body.notices
  const { context, page, member, problems } = await openMember(product, {}, sizes.phone)
  const link = (await noticeTo(member)).href
  await page.goto(link)
  const from = Date.now()
  await page.getByRole('button', { name: 'Non scrivetemi più' }).click()
  await page.getByRole('heading', { name: 'Fatto: non ti scriviamo più' }).waitFor()
  await page.waitForURL('**/find')
  expect(Date.now() - from).toBeGreaterThanOrEqual(3000)
  expect(await wanted(member)).toBe(false)

  await open(product, page, '/cookies')
  await page.getByRole('button', { name: 'Attiva: Avvisi dei nuovi messaggi' }).click()
  await expect.poll(() => wanted(member), polling).toBe(true)
  expect(problems).toEqual([])
  await context.close()
})

test('a visitor’s refusal applies to the member, and every answer stays in the history', async () => {
  const member = await product.testServer.member({ form: { consents: { promotion: true, thirdParty: false } } })
  await hasSeenPopups(product, member)
  const { context, page, problems } = await openVisitor(product, sizes.desktop)
  await open(product, page, '/')
  await page.getByRole('button', { name: 'Rifiuta' }).click()
  await page.getByRole('region', { name: 'Cookie' }).waitFor({ state: 'detached' })
  await open(product, page, '/login')
  await page.locator('#email').fill(member.email)
  await page.locator('#password').fill(member.password)
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await page.waitForURL('**/find')

  await open(product, page, '/settings/privacy')
  await page.getByRole('link', { name: 'Apri' }).click()
  await page.getByRole('heading', { name: 'Privacy e consensi' }).waitFor()
  const history = page.getByRole('listitem').filter({ has: page.locator('time') })
  const said = async () => (await history.allInnerTexts()).map((text) => text.split('\n')[0])
  expect(await said()).toEqual(
    expect.arrayContaining([
      'Statistiche No',
      'Promemoria promozionali No',
      'Novità e offerte Sì',
      'Condizioni d’uso Sì',
    ]),
  )
  expect(await history.first().innerText()).toMatch(/\d{4}.*· italiano · testo [0-9a-f]{12}/)
  const before = (await said()).length

  await page.getByRole('button', { name: 'Disattiva: Novità e offerte' }).click()
  await page.getByRole('button', { name: 'Attiva: Novità e offerte' }).waitFor()
  await expect.poll(async () => (await said())[0], polling).toBe('Novità e offerte No')
  await page.getByRole('button', { name: 'Attiva: Statistiche' }).click()
  await page.getByRole('button', { name: 'Disattiva: Statistiche' }).waitFor()
  await expect.poll(async () => (await said()).slice(0, 2), polling).toEqual(['Statistiche Sì', 'Novità e offerte No'])
  expect(await said()).toHaveLength(before + 2)
  expect((await kept(context, page)).cookies).toMatchObject({
    cookiePolicy: 'true',
    analytics: 'true',
    remarketing: 'false',
  })
  expect(problems).toEqual([])
  await context.close()
})

test('nothing optional is stored or requested before a choice, after no and after yes', async () => {
  const { context, page, problems } = await openVisitor(product, sizes.phone)
  const origins = new Set<string>()
  context.on('request', (request) => {
    if (request.url().startsWith('http')) origins.add(new URL(request.url()).origin)
  })
  const walk = async () => {
    for (const path of ['/?tid=abc&src=x', '/signup', '/contactUs']) await open(product, page, path)
    await page.mouse.click(5, 5)
    await page.keyboard.press('Tab')
    return kept(context, page)
  }
  const first = await walk()
  expect(strange(first)).toEqual([])
  expect(
    Object.keys(first.cookies).filter((name) =>
      ['analytics', 'remarketing', 'cookiePolicy', 'cookieChoice'].includes(name),
    ),
  ).toEqual([])
  for (const [answer, analytics] of [
    ['necessary', 'false'],
    ['all', 'true'],
  ] as const) {
    await open(product, page, '/cookies')
    await page.locator(`button[value=${answer}]`).click()
    await page.getByText('Qui sotto vedi che cosa hai scelto').waitFor()
    const now = await walk()
    expect(strange(now)).toEqual([])
    expect(now.cookies).toMatchObject({
      cookiePolicy: 'true',
      analytics,
      cookieChoice: expect.stringMatching(/^[0-9a-f]{12}\.it\.\d{10}$/),
    })
    expect(await page.getByRole('region', { name: 'Cookie' }).count()).toBe(0)
  }
  const member = await product.testServer.member()
  await signIn(product, context, member)
  await open(product, page, '/find')
  expect(strange(await kept(context, page))).toEqual([])
  expect([...origins]).toEqual([new URL(product.at('/')).origin])
  expect(problems).toEqual([])
  await context.close()
})

test('a broken page shows an error, reports it to the server, and offers a way back', async () => {
  const { context, page } = await openMember(product, {}, sizes.phone)
  const reports: unknown[] = []
  await page.route('**/api/log/client', async (route) => {
    reports.push(route.request().postDataJSON())
    await route.continue()
  })
  await page.route('**/api/get/messages/*', (route) =>
    route.fulfill({ json: { messages: [null], totalUnreadMessages: 0 } }),
  )
  await page.goto(product.at('/chats?token=secret'))
  await page.getByRole('heading', { name: 'Qualcosa è andato storto' }).waitFor()
  await expect.poll(() => reports.length, polling).toBeGreaterThan(0)
  expect(reports[0]).toMatchObject({ page: '/chats', messaggio: { errore: expect.stringMatching(/Error/) } })
  await page.unroute('**/api/get/messages/*')
  await page.getByRole('link', { name: 'Riprova' }).click()
  await page.getByRole('navigation').first().waitFor()
  expect(await page.getByRole('heading', { name: 'Qualcosa è andato storto' }).count()).toBe(0)
  await context.close()
})
