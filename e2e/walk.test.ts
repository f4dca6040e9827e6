import { afterAll, beforeAll, expect, test } from 'vitest'
import { untranslated } from '#test/pages/catalogue.ts'
import { runsItsScript } from '#test/pages/document.ts'
import { isFull } from '#test/pages/variants.ts'
import { dateForms } from '../web/src/app/i18n/date-forms.ts'
import { visitorPages } from './parts/pages.ts'
import { openVisitor, sizes } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'

/*
 * Visitors' pages with script in languages other than Italian, which pages.test.ts covers.
 * server/test/pages/languages.test.ts reads pages without script in every language and on every host.
 */

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

const languages = { es: 'es-ES', fr: 'fr-FR', en: 'en-GB' } as const
const walked = isFull ? (['es', 'fr', 'en'] as const) : (['en'] as const)

test.each(walked)('every page whose script runs immediately reads in %s', async (language) => {
  const { context, page, problems } = await openVisitor(product, { ...sizes.desktop, locale: languages[language] })
  const source = untranslated(language)
  const answers = await Promise.all(visitorPages.map((path) => product.testServer.call(path)))
  const running = visitorPages.filter((_, at) => runsItsScript(String(answers[at]?.body)))
  expect(running.length).toBeGreaterThan(5)
  for (const path of isFull ? visitorPages : running) {
    const response = await page.goto(product.at(path), { waitUntil: 'domcontentloaded' })
    await page.locator('h1').first().waitFor({ state: 'attached' })
    expect(response?.status(), path).toBe(200)
    // One call per page, since there are many pages.
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
  // The page of an expired link checks the link and gets a 401.
  expect(problems.filter((problem) => !/status of 401 .*autoLogin/.test(problem))).toEqual([])
  await context.close()
})

/** Dates, times, amounts, counts and names of languages in the formats of the pages; runs here and in the browser. */
function written(forms: Readonly<Record<string, string>>): Readonly<Record<string, readonly string[]>> {
  const at = new Date('2026-11-22T16:05:00Z')
  const timeZone = 'Europe/Rome'
  return Object.fromEntries(
    Object.entries(forms).map(([locale, form]) => {
      const date = (options: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat(form, { timeZone, ...options }).format(at)
      const ago = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
      const day = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
      const plural = new Intl.PluralRules(locale)
      return [
        locale,
        [
          date({ day: 'numeric', month: 'long', year: 'numeric' }),
          date({ day: 'numeric', month: 'long' }),
          date({ weekday: 'long', day: 'numeric', month: 'long' }),
          date({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
          date({ hour: '2-digit', minute: '2-digit' }),
          date({ dateStyle: 'medium', timeStyle: 'short' }),
          ...(['minute', 'hour', 'day', 'week', 'month', 'year'] as const).flatMap((unit) =>
            [-1, -2, -5].map((count) => ago.format(count, unit)),
          ),
          ...[0, -1, -2].map((count) => day.format(count, 'day')),
          ...['EUR', 'GBP'].map((currency) =>
            new Intl.NumberFormat(locale, { style: 'currency', currency }).format(1234.5),
          ),
          (4.5).toLocaleString(locale, { minimumFractionDigits: 1 }),
          (12_345_678.9).toLocaleString(locale),
          ...['it', 'es', 'fr', 'en'].map((name) => new Intl.DisplayNames(locale, { type: 'language' }).of(name) ?? ''),
          ...[0, 1, 2, 5, 1_000_000].map((count) => plural.select(count)),
        ],
      ]
    }),
  )
}

test('server and browser format dates, amounts and counts alike in every language', async () => {
  const { context, page } = await openVisitor(product)
  expect(Object.keys(dateForms).toSorted()).toEqual(['en', 'es', 'fr', 'it'])
  expect(await page.evaluate(written, dateForms)).toEqual(written(dateForms))
  await context.close()
})
