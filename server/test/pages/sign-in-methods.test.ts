import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invitationFor } from '#test/support/invitation.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { openVisitor, type Page, type Visitor } from './visitor.ts'
import { webBuild } from './web-build.ts'

/*
 * Every sign-in method that works without script, in every language on two brands. e2e/sign-in-methods.test.ts covers
 * script and passkeys.
 */

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ webBuild: webBuild() })
})
afterAll(() => testServer?.close())

const password = 'tre parole a caso'
const boxes = { terms1: 'on', terms2: 'on', terms3: 'on', terms4: 'on' }
/** Required fields of every sign-up form besides email and password. */
const who = { sono: 'donna', cerco: 'uomo', age: '34', region: 'Toscana', ...boxes }

/** The link of the newest email to an address that leads to a page. */
async function linkTo(address: string, path: string): Promise<string> {
  let found: string | undefined
  await expect
    .poll(
      async () => (found = (await testServer.mailTo(address)).links.find((link) => new URL(link).pathname === path)),
      { timeout: 10_000 },
    )
    .toBeTruthy()
  const { pathname, search } = new URL(found ?? '')
  return pathname + search
}

const subjects = new Map<string, Set<string>>()

describe.each([
  ['localhost', 'local'],
  ['battito.localhost', 'battito'],
] as const)('on %s', (host, brand) => {
  test.each(['it', 'es', 'fr', 'en'])('every method signs in in %s', async (language) => {
    const visitor: Visitor = openVisitor(testServer, { host, language })
    const named = (method: string) => `${method}.${language}.${brand}@person.example.com`
    const open = async (path: string): Promise<Page> => {
      const page = await visitor.open(path)
      expect([page.status, page.lang], path).toEqual([200, language])
      return page
    }
    const email = named('form')
    const signedIn = async (secret: string): Promise<void> => {
      visitor.leave()
      expect(await visitor.send(await open('/login'), 'email', { email, password: secret })).toMatchObject({
        status: 200,
        path: '/find',
        lang: language,
      })
    }

    // The form, reached from the home page, and the confirmation in another browser.
    const [form = ''] = (await open('/')).links('/signup')
    expect((await visitor.send(await open(form), 'email', { email, password, ...who })).path).toBe('/find')
    visitor.leave()
    const confirmed = await visitor.send(await open(await linkTo(email, '/confirmEmail')), 'password', { password })
    expect(['/match', '/find']).toContain(confirmed.path)
    const welcome = await linkTo(email, '/autologin')
    const { subject } = await testServer.mailTo(email)
    subjects.set(brand, (subjects.get(brand) ?? new Set()).add(subject))

    await signedIn(password)

    // The link of the welcome email, before the reset, which invalidates all links.
    visitor.leave()
    expect((await visitor.send(await open(welcome))).path).toBe('/profile')

    visitor.leave()
    expect((await visitor.send(await open('/forgotPassword'), 'email', { email })).status).toBe(200)
    const changed = `${password} nuove`
    const reset = await open(await linkTo(email, '/resetPassword'))
    expect((await visitor.send(reset, 'again', { password: changed, again: changed })).status).toBe(200)
    await signedIn(changed)

    visitor.leave()
    const landing = await open(`/asignup?mail=${encodeURIComponent(named('auto'))}`)
    expect((await visitor.send(landing, 'age', who)).path).toBe('/find')

    visitor.leave()
    const invitation = await invitationFor(testServer, named('invited'), { brand })
    expect((await visitor.send(await open(invitation), 'age', who)).path).toBe('/notifications')

    for (const isFirst of [true, false]) {
      visitor.leave()
      const login = await open('/login')
      const start = login.forms.find(({ action }) => action?.startsWith('/loginWithGoogle/start'))
      expect(start).toBeDefined()
      const away = await visitor.send({ ...login, forms: [start!] })
      // A browser redirects automatically; the link is a fallback.
      const [authorize = ''] = away.links(testServer.sandbox.origin)
      const provider = await visitor.open(authorize)
      const back = await visitor.send(provider, 'email', { email: named('google') })
      const entered = await visitor.send(back)
      const end = isFirst ? await visitor.send(entered, 'age', who) : entered
      expect(end.path).toBe('/find')
    }

    const { rows } = await testServer.database.pool.query<{ email: string; locale: string }>(
      'select email, locale from members where brand_id = $1 and email like $2 order by email',
      [brand, `%.${language}.%`],
    )
    expect(rows).toEqual(
      ['auto', 'form', 'google', 'invited'].map((method) => ({ email: named(method), locale: language })),
    )
  })

  test('all emails are in the member’s language', () => expect(subjects.get(brand)?.size).toBe(4))
})
