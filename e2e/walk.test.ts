import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { untranslated } from './parts/catalogue.ts'
import { visitorPages } from './parts/pages.ts'
import { openVisitor, sizes } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'

/* Every visitor route in every language on two brands, with script and without. */

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

/** Routes that lead elsewhere for somebody who is not signed in, and where to. */
const elsewhere: readonly (readonly [string, string])[] = [
  ['/paymentPage', '/'],
  ['/chats', '/'],
  ['/profile', '/'],
  ['/vip_plan/cred', '/'],
  ['/legal/other', '/'],
  ['/no/such/page', '/'],
  ['/asignup', '/find'],
  ['/autologin', '/find'],
  ['/external_email', '/find'],
]

const languages = { it: 'it-IT', es: 'es-ES', fr: 'fr-FR', en: 'en-GB' } as const
const variants = Object.entries(languages).flatMap(([language, locale]) =>
  [true, false].map((script) => ({ language: language as keyof typeof languages, locale, script })),
)

describe.each(['localhost', 'battito.localhost'])('on %s', (host) => {
  test.concurrent.each(variants)(
    'every route reads in $language, script: $script',
    async ({ language, locale, script }) => {
      const { context, page, problems } = await openVisitor(product, {
        ...(script ? sizes.desktop : sizes.phone),
        locale,
        javaScriptEnabled: script,
      })
      const source = language === 'it' ? [] : untranslated(language)
      for (const path of visitorPages) {
        const response = await page.goto(product.at(path, host), { waitUntil: 'domcontentloaded' })
        await page.locator('h1').first().waitFor({ state: 'attached' })
        expect(response?.status(), path).toBe(200)
        const { words, ...seen } = await read(page)
        expect(seen, path).toEqual({ lang: language, headings: 1, mains: 1 })
        expect(words, path).not.toMatch(/\{\w+\}|undefined|\[object|NaN/)
        expect(
          source.filter((text) => words.includes(text)),
          `${language} ${path}`,
        ).toEqual([])
      }
      // The page of a link that has ended asked whether it is good, and was told no.
      expect(problems.filter((problem) => !/status of 401 .*autoLogin/.test(problem))).toEqual([])
      await context.close()
    },
  )

  test('every other path leads home or to the form', async () => {
    for (const [path, end] of elsewhere) {
      const { status, headers } = await product.testServer.call(path, { host })
      expect([status, new URL(headers.get('location') ?? '', product.at('/')).pathname], path).toEqual([302, end])
    }
  })
})

/** In one question, as there are hundreds of pages. */
const read = (page: Page) =>
  page.evaluate(() => ({
    words: `${document.title}\n${document.body.innerText}`,
    lang: document.documentElement.lang,
    headings: document.querySelectorAll('h1').length,
    mains: document.querySelectorAll('main').length,
  }))
