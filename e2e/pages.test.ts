import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toRgb } from '#server/modules/brands/palette.ts'
import { checkedInBrands } from '#test/support/brands-folder.ts'
import { faults } from './parts/axe.ts'
import { strangeColours } from './parts/colours.ts'
import { untranslated } from '#test/pages/catalogue.ts'
import { mendedFaults, newFaults } from './parts/known-faults.ts'
import { layoutFaults } from './parts/layout.ts'
import { goTo, inTheme, inTurn, open, visitorPages } from './parts/pages.ts'
import { openVisitorAndMember } from './parts/visitor-and-member.ts'
import { openMember, openVisitor, signIn, sizes, type Visitor } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'
import { isFull } from '#test/pages/variants.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

const brands = checkedInBrands().list
const hosts = isFull ? brands.map(({ hosts: [host = ''] }) => host) : ['localhost']

/** A page's path without ids and tokens, as the list of faults names it. */
const kindOf = (path: string): string => path.replace(/[0-9a-f-]{36}/, 'ID').replace(/\?(token|mail)=.*/, '')
/**
 * A wide screen changes only the frame around a page, so it is checked once per frame: a visitor's with and without
 * script, a member's, and the two columns of a conversation, whose path is the second of these.
 */
const framed = new Set(['/', '/login', '/find', '/chats', '/chats/111111', '/profile', '/settings/security'])
/** The 401 with which the page of an expired link checks the link. */
const isExpected = (problem: string): boolean => /status of 401 .*autoLogin/.test(problem)

describe.each(hosts)('every page of %s', (host) => {
  test('has no accessibility fault, fits its screen, violates no policy and contacts no other host', async () => {
    const { visitor, member, paths } = await openVisitorAndMember(product, host)
    const found: string[] = []
    const look = async ({ page }: Visitor, path: string, arrive: () => Promise<void>): Promise<void> => {
      const note = (seen: string[]) => found.push(...seen.map((fault) => `${kindOf(path)} ${fault}`))
      await page.setViewportSize(sizes.phone.viewport)
      await arrive()
      note(await faults(page))
      note(await layoutFaults(page))
      if (!isFull && !framed.has(path)) return
      await page.setViewportSize(sizes.desktop.viewport)
      note(await faults(page))
    }
    // Visitor and member in parallel: one waits for its server while the other is checked.
    await Promise.all([
      inTurn(visitorPages, (path) => look(visitor, path, () => open(product, visitor.page, path, host))),
      // The member navigates by links, which do not reload the page.
      inTurn(paths, (path) =>
        look(member, path, () =>
          path === paths[0] ? open(product, member.page, path, host) : goTo(member.page, path),
        ),
      ),
    ])
    expect(newFaults(found)).toEqual([])
    expect(mendedFaults(found), 'mended: take these lines from e2e/parts/known-faults.ts').toEqual([])
    expect([...visitor.problems, ...member.problems].filter((problem) => !isExpected(problem))).toEqual([])
    await Promise.all([visitor.context.close(), member.context.close()])
  }, 400_000)
})

test('the checks of a page can fail', async () => {
  const { context, page } = await openMember(product, {}, sizes.phone)
  await open(product, page, '/profile')
  const foundWith = async (css: string, check: (page: Page) => Promise<string[]>): Promise<string[]> => {
    const setRules = (text: string) =>
      page.evaluate((rules) => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(rules)
        document.adoptedStyleSheets = [sheet]
      }, text)
    await setRules(css)
    const found = await check(page)
    await setRules('')
    return found
  }
  const without = new Map([
    [strangeColours, await strangeColours(page)],
    [layoutFaults, await layoutFaults(page)],
  ])
  for (const [check, css, fault] of [
    [strangeColours, 'main p, main p * { color: var(--line) !important }', /^text --line on --/],
    [layoutFaults, 'main { min-width: 400px }', /^320 px: (scrolls sideways|over the edge|cut)/],
    [layoutFaults, 'h1 { width: 90px; overflow: hidden; white-space: nowrap }', /: cut "/],
    [layoutFaults, 'main button { width: 20px; padding: 0; overflow: visible }', /: out of its button "/],
    [layoutFaults, 'main p { margin-top: -1.5em !important }', /^200 % text: ".*" and ".*" overlap/],
  ] as const) {
    expect(without.get(check), css).not.toContainEqual(expect.stringMatching(fault))
    expect(await foundWith(css, check), css).toContainEqual(expect.stringMatching(fault))
  }
  await page.evaluate(() => document.querySelector('main label[for]:has(~ input), main label[for]')?.remove())
  expect(await faults(page)).toContainEqual(expect.stringMatching(/^(label|select-name): /))
  await goTo(page, '/purchase')
  const icons = 'a[aria-label], a[aria-label] * { color: var(--line) !important }'
  expect(await foundWith(icons, strangeColours)).toContainEqual(expect.stringMatching(/^icon --line on /))
  await context.close()
})

// The script renders these texts. walk.test.ts reads visitors' pages, and server/test/pages reads pages without script.
// The catalogues are checked for missing translations, so one language shows whether a page takes its texts from them.
test.each(isFull ? (['en', 'es', 'fr'] as const) : (['en'] as const))(
  'every page of a member reads in %s',
  async (locale) => {
    const { visitor, member, paths } = await openVisitorAndMember(product, 'localhost')
    await visitor.context.close()
    const source = untranslated(locale)
    await member.context.addCookies([{ name: 'locale', value: locale, url: product.at('/') }])
    const { page } = member
    await open(product, page, '/find')
    for (const path of paths) {
      await goTo(page, path)
      const words = `${await page.title()}\n${await page.locator('body').innerText()}`
      expect(await page.locator('html').getAttribute('lang'), path).toBe(locale)
      expect(words, path).not.toMatch(/\{\w+\}|undefined|\[object|NaN/)
      expect(
        source.filter((text) => words.includes(text)),
        `${locale} ${path}`,
      ).toEqual([])
    }
    expect(member.problems).toEqual([])
    await member.context.close()
  },
)

test('the colours of every brand come from its palette, light and dark', async () => {
  const { context, page, problems } = await openVisitor(product, sizes.phone)
  await open(product, page, '/login')
  for (const {
    key,
    palette,
    hosts: [host = ''],
  } of brands) {
    const { status, body } = await product.testServer.call('/brand/tokens.css', { host })
    expect(status, key).toBe(200)
    await page.evaluate(
      ([brand = '', tokens = '']) => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(tokens)
        document.adoptedStyleSheets = [sheet]
        document.documentElement.dataset['brand'] = brand
      },
      [key, String(body)],
    )
    for (const theme of ['light', 'dark'] as const) {
      await inTheme(page, theme)
      const painted = await page.evaluate(() => {
        const { color, backgroundColor } = getComputedStyle(
          document.querySelector('form button[type=submit]') ?? document.body,
        )
        const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
        return [color, backgroundColor].map((colour) => {
          canvas!.fillStyle = colour
          canvas!.fillRect(0, 0, 1, 1)
          return [...canvas!.getImageData(0, 0, 1, 1).data].slice(0, 3)
        })
      })
      const colours = palette[theme]
      expect(painted, `${key} ${theme}`).toEqual(
        ['on-primary', 'primary'].map((name) => [...toRgb(colours.get(name) ?? [0, 0, 0])]),
      )
    }
  }
  expect(problems).toEqual([])
  await context.close()
})

test('another brand has its own design, language and members', async () => {
  const host = 'cercame.localhost'
  const region = (await product.testServer.call('/api/get/regions/ES', { host })).body[0].state_title
  const [he, there, here] = await Promise.all([
    product.testServer.member({ host, region, form: { country: 'ES' } }),
    product.testServer.member({ host, region, gender: 'woman', form: { country: 'ES', username: 'Carmen' } }),
    product.testServer.member({ gender: 'woman', form: { username: 'Giovanna' } }),
  ])
  const visitor = await openVisitor(product, { ...sizes.desktop, locale: 'es-ES' })
  await visitor.page.goto(product.at('/', host))
  expect(await visitor.page.title()).toMatch(/^Cércame · /)
  expect(await visitor.page.locator('html').getAttribute('data-brand')).toBe('cercame')
  await visitor.page.getByRole('main').getByRole('link', { name: 'Regístrate gratis' }).waitFor()
  await signIn(product, visitor.context, he, host)
  await open(product, visitor.page, '/find', host)
  await visitor.page.getByRole('link', { name: /^Carmen, / }).waitFor()
  expect(await visitor.page.getByText('Giovanna').count()).toBe(0)
  // A session of one brand is not valid on another, and members of another brand do not exist there.
  await signIn(product, visitor.context, he)
  await visitor.page.goto(product.at('/find'))
  await visitor.page.locator('form #password').waitFor()
  await visitor.page.goto(product.at(`/user/${here.session.angelId}`, host))
  await visitor.page.getByRole('main').getByRole('heading').first().waitFor()
  expect(await visitor.page.getByText('Giovanna').count()).toBe(0)
  expect(there.session.angelId).not.toBe(here.session.angelId)
  expect(visitor.problems.filter((problem) => !problem.includes('404'))).toEqual([])
  await visitor.context.close()
})
