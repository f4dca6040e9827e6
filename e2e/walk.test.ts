import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { untranslated } from '../server/test/pages/catalogue.ts'
import { isFull } from '../server/test/pages/variants.ts'
import { visitorPages } from './parts/pages.ts'
import { openVisitor, sizes } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'

/*
 * Every page of a visitor with its script, in the languages it is translated to: what the browser makes of dates, numbers and plurals
 * has to be what the server wrote. Italian is in pages.test.ts; what arrives without script, on every host, in server/test/pages.
 */

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

const languages = { es: 'es-ES', fr: 'fr-FR', en: 'en-GB' } as const

describe.each(isFull ? ['localhost', 'battito.localhost'] : ['localhost'])('on %s', (host) => {
  test.each(Object.entries(languages))('every page reads in %s once its script runs', async (language, locale) => {
    const { context, page, problems } = await openVisitor(product, { ...sizes.desktop, locale })
    const source = untranslated(language as keyof typeof languages)
    for (const path of visitorPages) {
      const response = await page.goto(product.at(path, host), { waitUntil: 'domcontentloaded' })
      await page.locator('h1').first().waitFor({ state: 'attached' })
      expect(response?.status(), path).toBe(200)
      // In one question, as there are many pages.
      const { words, lang } = await page.evaluate(() => ({
        words: `${document.title}\n${document.body.innerText}`,
        lang: document.documentElement.lang,
      }))
      expect(lang, path).toBe(language)
      expect(words, path).not.toMatch(/\{\w+\}|undefined|\[object|NaN/)
      expect(
        source.filter((text) => words.includes(text)),
        `${language} ${path}`,
      ).toEqual([])
    }
    // The page of a link that has ended asked whether it is good, and got no for an answer.
    expect(problems.filter((problem) => !/status of 401 .*autoLogin/.test(problem))).toEqual([])
    await context.close()
  })
})
