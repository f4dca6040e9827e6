import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadBrands } from '../server/src/modules/brands/index.ts'
import { brandsFolder } from '../server/test/brands-folder.ts'
import { faults } from './parts/axe.ts'
import { inTheme, open, visitorPages } from './parts/pages.ts'
import { people } from './parts/people.ts'
import type { Visitor } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'

/*
 * The brands that pages.test.ts does not look at, each in its first language and on its own host. The parts of the pages are the same for all
 * brands, and their two sizes are looked at there; here is what a brand brings: its colours in both themes, logos, letters, roundings, legal texts.
 */

let product: Product
beforeAll(async () => { product = await openProduct() })
afterAll(() => product?.close())

const thorough = ['localhost', 'battito.localhost']
const others = loadBrands(brandsFolder).list.flatMap(({ hosts: [host = ''], defaultLanguage }) => thorough.includes(host) ? [] : [[host, defaultLanguage] as const])

test.each(others)('no page of %s has an accessibility fault, light or dark', async (host, language) => {
  const { visitor, member, paths } = await people(product, host, { locale: language })
  const found: string[] = []
  const look = async ({ page }: Visitor, path: string): Promise<void> => {
    await inTheme(page, 'light')
    await open(product, page, path, host)
    expect(await page.locator('html').getAttribute('lang'), path).toBe(language)
    found.push(...(await faults(page)).map((fault) => `${path} light: ${fault}`))
    // The other rules read what the theme does not change.
    await inTheme(page, 'dark')
    found.push(...(await faults(page, ['color-contrast', 'link-in-text-block'])).map((fault) => `${path} dark: ${fault}`))
  }
  await Promise.all([
    (async () => { for (const path of visitorPages) await look(visitor, path) })(),
    (async () => { for (const path of paths) await look(member, path) })(),
  ])
  expect(found).toEqual([])
  // The page of a link that has ended asked whether it is good, and was told no.
  expect([...visitor.problems, ...member.problems].filter((problem) => !/status of 401 .*autoLogin/.test(problem))).toEqual([])
  await Promise.all([visitor.context.close(), member.context.close()])
})
