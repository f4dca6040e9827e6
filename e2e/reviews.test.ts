import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideReview } from '#test/support/decide-review.ts'
import type { TestMember } from '#test/support/test-server.ts'
import { withRefusals } from './parts/page-problems.ts'
import { faults } from './parts/axe.ts'
import { acquaint, settled } from './parts/pages.ts'
import { openVisitor, signIn, sizes } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'
import { polling } from './parts/polling.ts'

let product: Product
let him: TestMember
let her: TestMember

beforeAll(async () => {
  product = await openProduct()
  ;[him, her] = [await product.testServer.member(), await product.testServer.member({ gender: 'woman' })]
  // Before the first page: figures are cached for a minute. Another brand has none.
  const { pool } = product.testServer.database
  const measured = (claim: string, value: number, low: number | null, sample: number, compared: number | null) =>
    pool.query(
      "insert into claim_figures values ('local', $1, $2, $3, $4, $5, now() - interval '90 days', now(), now())",
      [claim, value, low, sample, compared],
    )
  await measured('photo_messages', 2.47, 2.1, 1840, 610)
  await measured('photo_likes', 0.9, 0.8, 1840, 610)
  await measured('reply_24h', 0.684, null, 499, null)
})
afterAll(() => product?.close())

/** Polls, because the page's server caches the reviews for some seconds. */
const expectOnPage = (page: Page, reviews: number) =>
  expect
    .poll(async () => {
      await page.goto(product.at('/reviews'))
      return page.getByRole('figure').count()
    }, polling)
    .toBe(reviews)

test('a member writes a review, reads that it awaits approval, and finds it published', async () => {
  const { context, page, problems } = await openVisitor(product, sizes.phone)
  await signIn(product, context, him)

  // Too early: the page says when the member may write one and what else it takes; the profile shows no invitation.
  await page.goto(product.at('/reviews/write'))
  await settled(page)
  await page.getByText(/Puoi scriverla dall?[’ ]\d+º? \p{L}+, dopo sette giorni con noi/u).waitFor()
  await page.getByText('dopo una conversazione in cui avete scritto tutti e due').waitFor()
  expect(await page.locator('form:has(#text)').count()).toBe(0)
  expect(await faults(page)).toEqual([])

  await acquaint(him, her)
  await product.testServer.database.pool.query(
    "update members set created_at = now() - interval '8 days' where brand_id = 'local'",
  )
  await page.goto(product.at('/profile'))
  await page.getByRole('main').getByRole('link', { name: 'Scrivi', exact: true }).click()
  await page.waitForURL('**/reviews/write')
  await page.getByRole('button', { name: 'Invia la recensione' }).click()
  await page.getByRole('alert').getByRole('link', { name: 'Scegli da una a cinque stelle.' }).waitFor()

  await page.getByRole('radio', { name: '1 stella' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.locator('#text').fill('Poche persone dalle mie parti. Chiamatemi al 333 123 45 67!')
  await page.getByRole('button', { name: 'Invia la recensione' }).click()
  await page
    .getByRole('alert')
    .getByRole('link', { name: /Togli link/ })
    .waitFor()
  expect(await page.locator('#text').inputValue()).toContain('Poche persone')
  expect(await page.getByRole('radio', { name: '2 stelle' }).isChecked()).toBe(true)
  expect(await faults(page)).toEqual([])

  await page.locator('#text').fill('Poche persone dalle mie parti. <b>Peccato</b>.')
  await page.getByRole('button', { name: 'Invia la recensione' }).click()
  await page.getByRole('status').filter({ hasText: 'l’abbiamo ricevuta' }).waitFor()
  expect(await faults(page)).toEqual([])
  expect(withRefusals(problems)).toEqual([])

  const { page: visitor, context: visiting } = await openVisitor(product)
  expect((await product.testServer.call('/api/reviews')).body).toEqual([])
  await decideReview(product.testServer, 'publish')
  await expectOnPage(visitor, 1)
  const shown = visitor.getByRole('figure')
  await shown.filter({ hasText: 'Poche persone dalle mie parti. <b>Peccato</b>.' }).waitFor()
  expect(await shown.getByRole('img', { name: '2 stelle su 5' }).count()).toBe(1)
  await visitor.getByText('Una recensione pubblicata, finora').waitFor()
  expect(await visitor.locator('script[type="application/ld+json"]').allTextContents()).not.toContainEqual(
    expect.stringContaining('AggregateRating'),
  )
  expect(await faults(visitor)).toEqual([])

  // Another brand has none, and says so.
  await visitor.goto(product.at('/reviews', 'battito.localhost'))
  await visitor.getByText('Ancora nessuna recensione').waitFor()

  // In another language the page names the language of the review.
  await visitor.goto(product.at('/reviews?lang=fr'))
  expect(await shown.locator('blockquote').getAttribute('lang')).toBe('it')
  await shown.filter({ hasText: 'italien' }).waitFor()
  await Promise.all([context.close(), visiting.close()])
})

test('the home page shows a measured figure with its method, and no unmeasured one', async () => {
  const { context, page, problems } = await openVisitor(product, sizes.desktop)
  await page.goto(product.at('/', 'battito.localhost'))
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByRole('heading', { name: 'Misurato qui, non promesso' }).count()).toBe(0)
  await page.goto(product.at('/'))
  await page.getByRole('heading', { name: 'Cosa dicono le persone iscritte' }).waitFor()
  const claims = page.getByRole('listitem').filter({ hasText: 'Come l’abbiamo misurato' })
  expect(await claims.count()).toBe(1)
  await claims.getByText('2,4 volte').waitFor()
  await claims.getByText('Come l’abbiamo misurato').click()
  await claims.getByText('Media di 1840 persone con una foto e di 610 senza').waitFor()
  expect(await faults(page)).toEqual([])
  expect(problems).toEqual([])
  await context.close()
})
