import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faults } from './parts/axe.ts'
import { untranslated } from './parts/catalogue.ts'
import { inTheme, open, visitorPages } from './parts/pages.ts'
import { people } from './parts/people.ts'
import { openVisitor, signIn, sizes, type Visitor } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

// The other brands' pages are looked at in brands.test.ts.
describe.each(['localhost', 'battito.localhost'])('every page of %s', (host) => {
  test('has no accessibility fault, breaks no policy and asks nobody else', async () => {
    const { visitor, member, paths } = await people(product, host)
    const found: string[] = []
    const look = async ({ page }: Visitor, path: string): Promise<void> => {
      const note = (how: string, seen: string[]) => found.push(...seen.map((fault) => `${path} ${how}: ${fault}`))
      await page.setViewportSize(sizes.phone.viewport)
      await inTheme(page, 'light')
      await open(product, page, path, host)
      note('phone, light', await faults(page))
      await inTheme(page, 'dark')
      note('phone, dark', await faults(page, ['color-contrast']))
      await page.setViewportSize(sizes.desktop.viewport)
      note('desktop, dark', await faults(page))
      await inTheme(page, 'light')
      note('desktop, light', await faults(page, ['color-contrast']))
    }
    // Both at once: one waits for its server while the other is looked at.
    await Promise.all([
      (async () => {
        for (const path of visitorPages) await look(visitor, path)
      })(),
      (async () => {
        for (const path of paths) await look(member, path)
      })(),
    ])
    expect(found).toEqual([])
    // The page of a link that has ended asked whether it is good, and was told no.
    expect(
      [...visitor.problems, ...member.problems].filter((problem) => !/status of 401 .*autoLogin/.test(problem)),
    ).toEqual([])
    await Promise.all([visitor.context.close(), member.context.close()])
  })
})

// The visitor's pages are read in walk.test.ts.
test('every page of a member reads in every language', async () => {
  const { visitor, member, paths } = await people(product, 'localhost')
  await visitor.context.close()
  for (const locale of ['en', 'es', 'fr'] as const) {
    const source = untranslated(locale)
    await member.context.addCookies([{ name: 'locale', value: locale, url: product.at('/') }])
    for (const path of paths) {
      const { page } = member
      await open(product, page, path)
      const words = `${await page.title()}\n${await page.locator('body').innerText()}`
      expect(await page.locator('html').getAttribute('lang'), path).toBe(locale)
      expect(words, path).not.toMatch(/\{\w+\}|undefined|\[object|NaN/)
      expect(
        source.filter((text) => words.includes(text)),
        `${locale} ${path}`,
      ).toEqual([])
    }
  }
  expect(member.problems).toEqual([])
  await member.context.close()
})

test('another brand has its own look, language and members', async () => {
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
  await signIn(visitor.context, he, host)
  await open(product, visitor.page, '/find', host)
  await visitor.page.getByRole('link', { name: /^Carmen, / }).waitFor()
  expect(await visitor.page.getByText('Giovanna').count()).toBe(0)
  // A session of one brand is nobody on another, and another brand's member is not there.
  await signIn(visitor.context, he)
  await visitor.page.goto(product.at('/find'))
  await visitor.page.locator('form #password').waitFor()
  await visitor.page.goto(product.at(`/user/${here.session.angelId}`, host))
  await visitor.page.getByRole('main').getByRole('heading').first().waitFor()
  expect(await visitor.page.getByText('Giovanna').count()).toBe(0)
  expect(there.session.angelId).not.toBe(here.session.angelId)
  expect(visitor.problems.filter((problem) => !problem.includes('404'))).toEqual([])
  await visitor.context.close()
})
