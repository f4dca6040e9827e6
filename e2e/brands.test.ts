import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadBrands } from '../server/src/modules/brands/index.ts'
import { brandsFolder } from '../server/test/brands-folder.ts'
import { colourRules, faults } from './parts/axe.ts'
import { dress, inTheme, open, visitorPages } from './parts/pages.ts'
import { people } from './parts/people.ts'
import type { Visitor } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'

/*
 * The brands that pages.test.ts does not look at in all their sizes and themes. What their pages are made of is the same; a brand brings a style
 * sheet (colours, roundings, letters), which every page wears here in turn, and words and pictures of its own, which stand on the pages below.
 */

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

const thorough = ['local', 'battito']
const others = loadBrands(brandsFolder).list.filter(({ key }) => !thorough.includes(key))
const sheets = others.map(({ key, assets }) => ({ key, css: assets.tokensCss }))

/** Where its name, logo, language, flow, support or legal texts stand. */
const own = {
  visitor: [
    '/',
    '/signup',
    '/login',
    '/contactUs',
    '/cookies',
    '/legal/terms',
    '/legal/privacy',
    '/legal/cookie',
    '/legal/faq',
    '/legal/features',
  ],
  member: ['/profile', '/vip_plan/cred', '/purchase/pay?plan=plan-3m'],
}

/** Both at once: one waits for its server while the other is looked at. */
const walk = async (
  visitor: Visitor,
  member: Visitor,
  paths: { visitor: readonly string[]; member: readonly string[] },
  look: (who: Visitor, path: string) => Promise<void>,
): Promise<void> => {
  await Promise.all([
    (async () => {
      for (const path of paths.visitor) await look(visitor, path)
    })(),
    (async () => {
      for (const path of paths.member) await look(member, path)
    })(),
  ])
  // The page of a link that has ended asked whether it is good, and was told no.
  expect(
    [...visitor.problems, ...member.problems].filter((problem) => !/status of 401 .*autoLogin/.test(problem)),
  ).toEqual([])
  await Promise.all([visitor.context.close(), member.context.close()])
}

test.each(others.map(({ hosts: [host = ''], defaultLanguage }) => [host, defaultLanguage] as const))(
  'what %s brings has no accessibility fault',
  async (host, language) => {
    const { visitor, member } = await people(product, host, { locale: language })
    const found: string[] = []
    await walk(visitor, member, own, async ({ page }, path) => {
      await inTheme(page, 'light')
      await open(product, page, path, host)
      expect(await page.locator('html').getAttribute('lang'), path).toBe(language)
      found.push(...(await faults(page)).map((fault) => `${path} light: ${fault}`))
      await inTheme(page, 'dark')
      found.push(...(await faults(page, colourRules)).map((fault) => `${path} dark: ${fault}`))
    })
    expect(found).toEqual([])
  },
)

test('no page has a fault in the colours of any brand, light or dark', async () => {
  const { visitor, member, paths } = await people(product, 'localhost')
  const found: string[] = []
  await walk(visitor, member, { visitor: visitorPages, member: paths }, async ({ page }, path) => {
    await open(product, page, path)
    for (const theme of ['light', 'dark'] as const) {
      await inTheme(page, theme)
      for (const { key, css } of sheets) {
        expect(css).toContain(await dress(page, key, css))
        found.push(...(await faults(page, colourRules)).map((fault) => `${path} ${key}, ${theme}: ${fault}`))
      }
    }
  })
  expect(found).toEqual([])
})

test('the stylesheet of a brand can fail', async () => {
  const { visitor, member } = await people(product, 'localhost')
  const { key, css } = sheets[0] ?? { key: '', css: '' }
  await open(product, visitor.page, '/login')
  await dress(visitor.page, key, css.replaceAll(/--text: [^;]+;/g, '--text: var(--bg);'))
  expect(await faults(visitor.page, colourRules)).not.toEqual([])
  await Promise.all([visitor.context.close(), member.context.close()])
})
