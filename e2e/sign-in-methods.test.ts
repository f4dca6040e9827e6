import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invitationFor } from '#test/support/invitation.ts'
import { isFull } from '#test/pages/variants.ts'
import { withRefusals } from './parts/page-problems.ts'
import { openVisitor, sizes } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'
import { password } from './parts/sign-up.ts'
import { fillWho, linkIn, send } from './parts/sign-in.ts'

/*
 * Every sign-in method with its script, half of them on each of two brands, in two languages, found by the page's
 * elements instead of its texts. server/test/pages/sign-in-methods.test.ts covers all of them over HTTP in each
 * language on both brands.
 */

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

interface Walk {
  readonly host: string
  readonly page: Page
  readonly context: BrowserContext
  readonly go: (path: string) => Promise<void>
  /** Signs out and keeps the language. */
  readonly leave: () => Promise<void>
}

const arrived = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path)

async function byForm({ page, go, leave, host }: Walk, email: string): Promise<void> {
  await go('/')
  await page.locator('main a[href^="/signup"]').first().click()
  await page.locator('#email').fill(email)
  await page.locator('#password').fill(password)
  await fillWho(page)
  await send(page, '#email')
  await arrived(page, '/find')
  await leave()
  await page.goto(product.at(await linkIn(product, email, '/confirmEmail'), host))
  // In another browser the page asks for the password, since the address's owner may not be the person who chose it.
  await page.locator('#password').fill(password)
  await send(page, '#password')
  await page.waitForURL((url) => url.pathname === '/match' || url.pathname === '/find')
}

async function byPassword({ page, go, leave }: Walk, email: string, secret: string): Promise<void> {
  await leave()
  await go('/login')
  await page.locator('#email').fill(email)
  await page.locator('#password').fill(secret)
  await send(page, '#password')
  await arrived(page, '/find')
}

async function byReset({ page, go, leave, host }: Walk, email: string): Promise<void> {
  await leave()
  await go('/forgotPassword')
  await page.locator('#email').fill(email)
  await send(page, '#email')
  await page.getByRole('status').first().waitFor()
  await go(await linkIn(product, email, '/resetPassword'))
  await page.locator('#password').fill(`${password} nuove`)
  await page.locator('#again').fill(`${password} nuove`)
  await send(page, '#again')
  await page.getByRole('status').first().waitFor()
  await byPassword({ page, go, leave, host, context: page.context() }, email, `${password} nuove`)
}

async function byWelcomeMail({ page, go, leave }: Walk, path: string): Promise<void> {
  await leave()
  await go(path)
  await arrived(page, '/profile')
}

async function byAutoSignup({ page, go, leave }: Walk, email: string): Promise<void> {
  await leave()
  await go(`/asignup?mail=${encodeURIComponent(email)}`)
  await fillWho(page)
  await send(page, '#age')
  await arrived(page, '/find')
}

async function byInvitation({ page, go, leave }: Walk, brand: string, email: string): Promise<void> {
  await leave()
  await go(await invitationFor(product.testServer, email, { brand }))
  await fillWho(page)
  await send(page, '#age')
  await arrived(page, '/notifications')
}

async function byGoogle({ page, go, leave }: Walk, email: string): Promise<void> {
  for (const first of [true, false]) {
    await leave()
    await go('/login')
    await page.locator('form[action^="/loginWithGoogle/start"] button').click()
    await page.waitForURL(`${product.testServer.sandbox.origin}/google/**`)
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Go on' }).click()
    if (first) {
      await arrived(page, '/loginWithGoogle/complete')
      await fillWho(page)
      await send(page, '#age')
    }
    await arrived(page, '/find')
  }
}

async function byPasskey({ page, context, go, leave }: Walk): Promise<void> {
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  await go('/settings/security')
  await page.locator('#passkeys button').last().click()
  await page.locator('#passkeys li').waitFor()
  await leave()
  // The virtual authenticator agrees immediately, so the offer at the field signs in before the button is pressed.
  await go('/login')
  await arrived(page, '/find')
  // Otherwise it would sign in on every later page.
  await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
}

// A reset removes the passkeys, so it comes last.
const half = ['byPassword', 'byPasskey', 'byReset'] as const
const otherHalf = ['byWelcomeMail', 'byAutoSignup', 'byInvitation', 'byGoogle'] as const
const everyMethod = [...otherHalf.slice(0, 1), ...half, ...otherHalf.slice(1)]
// Each method once, on two brands in two languages; every combination is covered over HTTP.
const walks: readonly { host: string; locale: string; methods: readonly (typeof everyMethod)[number][] }[] = isFull
  ? ['localhost', 'battito.localhost'].flatMap((host) =>
      ['it-IT', 'es-ES', 'fr-FR', 'en-GB'].map((locale) => ({ host, locale, methods: everyMethod })),
    )
  : [
      { host: 'localhost', locale: 'it-IT', methods: half },
      { host: 'battito.localhost', locale: 'fr-FR', methods: otherHalf },
    ]

test.each(walks)('signs in on $host in $locale: $methods', async ({ host, locale, methods }) => {
  const brand = product.testServer.context.brands.byHost(host)?.key ?? ''
  const language = locale.slice(0, 2)
  const { context, page, problems } = await openVisitor(product, { ...sizes.phone, locale })
  // The welcome popup covers the page until it is closed; with another number it would not match and stay open.
  await page.addLocatorHandler(
    page.getByRole('dialog').filter({ hasText: /\b5 (messaggi|mensajes|messages)\b/ }),
    async (welcome) => welcome.getByRole('button').last().click(),
  )
  const go = async (path: string): Promise<void> => {
    await page.goto(product.at(path, host))
    expect(await page.locator('html').getAttribute('lang'), path).toBe(language)
  }
  // An open page would notice the sign-out and navigate to the home page during the next step.
  const leave = async (): Promise<void> => {
    await page.goto('about:blank')
    await context.clearCookies()
  }
  const walk: Walk = { host, page, context, go, leave }
  const named = (method: string) => `${method}.${language}.${brand}@person.example.com`
  const email = named('form')
  await byForm(walk, email)
  const welcome = await linkIn(product, email, '/autologin')
  const steps: Readonly<Record<(typeof everyMethod)[number], () => Promise<void>>> = {
    byPassword: () => byPassword(walk, email, password),
    // Before the reset, which invalidates all links.
    byWelcomeMail: () => byWelcomeMail(walk, welcome),
    byReset: () => byReset(walk, email),
    byPasskey: () => byPasskey(walk),
    byAutoSignup: () => byAutoSignup(walk, named('auto')),
    byInvitation: () => byInvitation(walk, brand, named('invited')),
    byGoogle: () => byGoogle(walk, named('google')),
  }
  for (const method of methods) await steps[method]()
  const { rows } = await product.testServer.database.pool.query<{ email: string; locale: string }>(
    'select email, locale from members where brand_id = $1 and email like $2 order by email',
    [brand, `%.${language}.%`],
  )
  const registered = { auto: 'byAutoSignup', google: 'byGoogle', invited: 'byInvitation' } as const
  const expected = [
    ...Object.keys(registered).filter((name) => methods.includes(registered[name as keyof typeof registered])),
    'form',
  ]
  expect(rows).toEqual(expected.toSorted().map((name) => ({ email: named(name), locale: language })))
  expect(withRefusals(problems)).toEqual([])
  await context.close()
})
