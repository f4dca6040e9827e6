import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openVisitor, sizes } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'
import { fillSignup } from './parts/sign-up.ts'
import { polling } from './parts/polling.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

const affiliate = 'battito.localhost'
const kept = (page: Page): Promise<Record<string, string>> => page.evaluate(() => ({ ...localStorage }))
const member = async (email: string) =>
  (
    await product.testServer.database.pool.query(
      'select brand_id, flow_id, clickid, source, campid from members where email = $1',
      [email],
    )
  ).rows[0]
/** The targets of the page's links to the sign-in. */
const signInMethods = (html: string): string[] => [
  ...new Set([...html.matchAll(/href="(\/login(?:\?[^"]*)?)"/g)].map(([, href = '']) => href)),
]
const person = (email: string) => ({ email, sono: 'uomo', cerco: 'donna', age: '40', region: 'Lazio' }) as const

test('a visit is stored under the specification’s keys, and its IP address is looked up only for affiliates', async () => {
  const [{ context, page, problems }, other] = await Promise.all([
    openVisitor(product, sizes.phone),
    openVisitor(product, sizes.phone),
  ])
  const asked: string[] = []
  for (const visitor of [context, other.context])
    visitor.on('request', (request) => {
      if (new URL(request.url()).pathname === '/ip') asked.push(request.url())
    })
  const before = Date.now()
  await page.goto(product.at('/', affiliate))
  await expect.poll(async () => (await kept(page))['ip'], polling).toMatch(/^(127\.0\.0\.1|::1)$/)
  expect(await kept(page)).toEqual({
    trackerId: expect.stringMatching(/^[A-Za-z0-9._-]{20}$/),
    source: 'direct',
    country: 'IT',
    ua: await page.evaluate(() => navigator.userAgent),
    landedTime: expect.stringMatching(/^\d{13}$/),
    ip: expect.any(String),
  })
  const first = await kept(page)
  expect(Number(first['landedTime'])).toBeGreaterThanOrEqual(before)

  // The next page has no visit parameters and changes nothing; the later ones have valid and malformed ones.
  await page.goto(product.at('/legal/terms', affiliate))
  expect(await kept(page)).toEqual(first)
  await page.goto(product.at('/?tid=ad-1&campid=42&src=radio&ip=192.0.2.1', affiliate))
  expect(await kept(page)).toEqual({ ...first, trackerId: 'ad-1', campid: '42', source: 'radio', ip: '192.0.2.1' })
  await page.goto(product.at('/?tid=%3Cb%3E&ip=elsewhere', affiliate))
  expect((await kept(page))['trackerId']).toBe('ad-1')
  expect((await kept(page))['ip']).toBe('192.0.2.1')
  await page.evaluate(() => localStorage.setItem('landedTime', String(Date.now() - 601_000)))
  await page.goto(product.at('/signup', affiliate))
  expect(Number((await kept(page))['landedTime'])).toBeGreaterThanOrEqual(Number(first['landedTime']))
  await expect.poll(async () => (await kept(page))['ip'], polling).not.toBe('192.0.2.1')
  expect(asked).toHaveLength(2)

  // A brand without affiliates looks nothing up.
  await other.page.goto(product.at('/?tid=ad-2'), { waitUntil: 'networkidle' })
  expect(Object.keys(await kept(other.page)).toSorted()).toEqual(['country', 'landedTime', 'source', 'trackerId', 'ua'])
  expect(asked).toHaveLength(2)
  expect([...problems, ...other.problems]).toEqual([])
  await Promise.all([context.close(), other.context.close()])
})

test('the visit’s first page chooses the flow, which stays the same up to the form', async () => {
  const { context, page, problems } = await openVisitor(product, sizes.desktop)
  const toForm = () => page.getByRole('main').getByRole('link', { name: 'Registrati gratis' }).click()
  const enter = async (email: string): Promise<void> => {
    await fillSignup(page, person(email))
    await page.getByRole('alertdialog', { name: 'Controlla la posta' }).waitFor()
    expect((await kept(page))['trackerId']).toBe((await member(email)).clickid)
    await context.clearCookies()
  }
  await page.goto(product.at('/'))
  await toForm()
  await page.waitForURL('**/signup')
  await enter('alone@person.example.com')
  expect(await member('alone@person.example.com')).toMatchObject({ flow_id: '0000', source: 'direct', campid: null })

  await page.goto(product.at('/?tid=ad-3&campid=42&src=radio&lang=it'))
  await toForm()
  await page.waitForURL('**/signup?tid=ad-3&campid=42&src=radio')
  await enter('advertised@person.example.com')
  expect(await member('advertised@person.example.com')).toMatchObject({
    flow_id: '7',
    clickid: 'ad-3',
    source: 'radio',
    campid: '42',
  })

  expect(problems).toEqual([])
  await context.close()
})

test('auto-signup asks for missing data and sends the link by email', async () => {
  const { context, page, problems } = await openVisitor(product, sizes.phone)
  await page.goto(product.at('/asignup?tid=ad-4&mail=nobody'))
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/find?tid=ad-4&mail=nobody')
  await page.goto(product.at('/asignup?tid=ad-4&mail=Nora+it%40person.example.com'))
  await page.getByText('Nora+it@person.example.com').waitFor()
  for (const id of ['password', 'city', 'promotion']) expect(await page.locator(`[name=${id}]`).count()).toBe(0)
  await page.getByRole('button', { name: 'Crea il profilo' }).click()
  await expect.poll(() => page.getByRole('alert').getByRole('link').count(), polling).toBe(5)
  for (const [name, value] of [
    ['sono', 'donna'],
    ['cerco', 'uomo'],
  ])
    await page.locator('label', { has: page.locator(`input[name=${name}][value=${value}]`) }).click()
  await page.locator('#age').selectOption('33')
  await page.locator('#region').selectOption('Lazio')
  for (const id of ['terms1', 'terms2', 'terms3', 'terms4']) await page.locator(`#${id}`).check()
  await page.getByRole('button', { name: 'Crea il profilo' }).click()
  await page.waitForURL('**/find')
  expect(await member('nora+it@person.example.com')).toMatchObject({ flow_id: '7', clickid: 'ad-4' })
  expect(
    (await product.testServer.mailTo('nora+it@person.example.com')).links.some((link) =>
      link.includes('/confirmEmail'),
    ),
  ).toBe(true)
  expect(problems).toEqual([])
  await context.close()
})

test('values entered before the script runs are kept', async () => {
  const { context, page } = await openVisitor(product, sizes.phone)
  let arrive = (): void => undefined
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/assets/entry.client*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(product.at('/signup'), { waitUntil: 'commit' })
  await page.locator('#region').selectOption('Lazio')
  await page.locator('#city').fill('Frasc')
  await page.locator('#password').fill('tre parole a caso')
  await page.locator('#terms1').check()
  arrive()
  await page.locator('#city[role=combobox]').waitFor()
  await page.locator('#email').fill('nora')
  await page.getByRole('button', { name: 'Crea il profilo' }).click()
  await page.getByRole('alert').waitFor()
  expect(
    await page
      .locator('form')
      .filter({ has: page.locator('#region') })
      .evaluate((form: HTMLFormElement) => {
        const { region, city, password, terms1 } = Object.fromEntries(new FormData(form))
        return { region, city, password, terms1 }
      }),
  ).toEqual({ region: 'Lazio', city: 'Frasc', password: 'tre parole a caso', terms1: 'on' })
  await context.close()
})

test('a landing contains the form; /find is the search only for members', async () => {
  for (const [path, host, look] of [
    ['/find', affiliate, 'mainstream'],
    ['/find', 'localhost', 'plain'],
    ['/loginWithGoogle', 'localhost', 'plain'],
    ['/ms', 'localhost', 'mainstream'],
  ] as const) {
    const { status, body } = await product.testServer.call(`${path}?tid=ad-5`, { host })
    expect(status, path).toBe(200)
    expect(/data-landing="(\w+)"/.exec(body)?.[1]).toBe(look)
    expect(body).toContain('id="email"')
    expect(signInMethods(body), path).toEqual(['/login?tid=ad-5'])
  }
  const { context, page, problems } = await openVisitor(product, sizes.desktop)
  await page.goto(product.at('/find?tid=ad-5'))
  await fillSignup(page, person('landed@person.example.com'))
  await page.getByRole('heading', { name: 'Donne da conoscere' }).waitFor()
  expect(await member('landed@person.example.com')).toMatchObject({ flow_id: '7', clickid: 'ad-5' })
  expect(problems).toEqual([])
  await context.close()
})

test('a visitor is sent to the home page, which keeps a requested page of this site', async () => {
  const get = (path: string) => product.testServer.call(path, { headers: { 'accept-language': 'it' } })
  for (const [path, home] of [
    ['/chats?x=1&tid=ad-6', '/?tid=ad-6&next=%2Fchats%3Fx%3D1%26tid%3Dad-6'],
    ['/user/01890000-0000-7000-8000-000000000000', '/?next=%2Fuser%2F01890000-0000-7000-8000-000000000000'],
    ['/paymentPage?src=radio', '/?src=radio&next=%2Fvip_plan%2Fcred'],
    ['/rate_plan', '/?next=%2Fvip_plan%2Fcred'],
    ['/some/thing?tid=ad-6&token=secret', '/?tid=ad-6'],
    ['/Find', null],
    ['/legal/other', '/'],
  ])
    expect((await get(path ?? '')).headers.get('location'), path ?? '').toBe(home)
  const asked = await get('/?tid=ad-6&next=%2Fchats%3Fx%3D1')
  expect(asked.body).toContain('Accedi per continuare')
  expect(signInMethods(asked.body)).toEqual(['/login?tid=ad-6&amp;next=%2Fchats%3Fx%3D1'])
  for (const next of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/%5Cevil.example',
    '/%2Fevil.example',
    'javascript:alert(1)',
    '/%0d%0aa',
  ]) {
    const { body } = await get(`/?next=${encodeURIComponent(next)}`)
    expect(signInMethods(body), next).toEqual(['/login'])
    expect(body, next).not.toContain('Accedi per continuare')
  }

  const { context, page, problems } = await openVisitor(product, sizes.desktop)
  const ada = await product.testServer.member()
  await page.goto(product.at('/paymentPage'))
  await page.getByRole('main').getByRole('link', { name: 'Accedi' }).click()
  await page.locator('#email').fill(ada.email)
  await page.locator('#password').fill(ada.password)
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await page.waitForURL('**/vip_plan/cred')
  await page.goto(product.at('/paymentPage'))
  await page.waitForURL('**/vip_plan/cred')
  await page.goto(product.at('/?next=%2F%2Fevil.example'))
  await page.waitForURL('**/find')
  expect(problems).toEqual([])
  await context.close()
})
