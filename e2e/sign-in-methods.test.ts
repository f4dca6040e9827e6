import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invitationFor } from '../server/test/invitation.ts'
import { isFull } from '../server/test/pages/variants.ts'
import { withRefusals } from './parts/page-problems.ts'
import { openVisitor, sizes } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'
import { password } from './parts/sign-up.ts'
import { fillWho, linkIn, send } from './parts/sign-in.ts'

/*
 * Every sign-in method as its script makes it, half of them on each of two brands, in two languages: by what is in the page and not by
 * its words. All of them are walked over HTTP in each language on both, in server/test/pages/sign-in-methods.test.ts.
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
  /** Forgets who is signed in, and keeps the language. */
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
  // In another browser the page asks for the password: the address's owner need not be who chose it.
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
  await go('/profile')
  await page.locator('#passkeys button').last().click()
  await page.locator('#passkeys li').waitFor()
  await leave()
  // With one holder of passkeys that says yes at once, the offer at the field signs in before anybody presses the button.
  await go('/login')
  await arrived(page, '/find')
  // It would come in everywhere from now on.
  await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
}

const half = ['byPassword', 'byReset', 'byPasskey'] as const
const otherHalf = ['byWelcomeMail', 'byAutoSignup', 'byInvitation', 'byGoogle'] as const
const everyMethod = [...otherHalf.slice(0, 1), ...half, ...otherHalf.slice(1)]
// Each method once, on two brands in two languages; every method on each over HTTP.
const walks: readonly { host: string; locale: string; methods: readonly (typeof everyMethod)[number][] }[] = isFull
  ? ['localhost', 'battito.localhost'].flatMap((host) =>
      ['it-IT', 'es-ES', 'fr-FR', 'en-GB'].map((locale) => ({ host, locale, methods: everyMethod })),
    )
  : [
      { host: 'localhost', locale: 'it-IT', methods: half },
      { host: 'battito.localhost', locale: 'fr-FR', methods: otherHalf },
    ]

test.each(walks)('one signs in on $host in $locale: $methods', async ({ host, locale, methods }) => {
  const brand = product.testServer.context.brands.byHost(host)?.key ?? ''
  const language = locale.slice(0, 2)
  const { context, page, problems } = await openVisitor(product, { ...sizes.phone, locale })
  // The welcome stands in the way until it is read; one that said another number would stay there.
  await page.addLocatorHandler(
    page.getByRole('dialog').filter({ hasText: /\b5 (messaggi|mensajes|messages)\b/ }),
    async (welcome) => welcome.getByRole('button').last().click(),
  )
  const go = async (path: string): Promise<void> => {
    await page.goto(product.at(path, host))
    expect(await page.locator('html').getAttribute('lang'), path).toBe(language)
  }
  // A page that is still open would notice that it is signed out, and lead home over the next step.
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
    // Before the reset, which ends every link on its way.
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
