import { afterAll, beforeAll, expect, test } from 'vitest'
import { acquaint } from '#test/pages/paths.ts'
import { goTo, open } from './parts/pages.ts'
import { withRefusals } from './parts/page-problems.ts'
import { openMember, sizes } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'

/* Members' texts as rendered by each page's script. server/test/pages/attack-pages.test.ts covers every text field of
   the API over HTTP. */

let product: Product
beforeAll(async () => {
  product = await openProduct({ bystanders: false })
})
afterAll(() => product?.close())

test('scripts in members’ texts are rendered as text on every page', async () => {
  const words = '</script><svg/onload=x>\'"&'
  const { testServer } = product
  const { context, page, member, problems } = await openMember(product, {}, sizes.phone)
  const her = await testServer.member({ gender: 'woman', form: { username: words } })
  await acquaint(member, her)
  const { pool } = testServer.database
  // Visible to him: what she wrote about herself, about us and to him.
  await pool.query('update members set level = 2, about = $1', [words])
  await pool.query('update messages set body = $1', [words])
  await pool.query(
    `insert into reviews (id, brand_id, member_id, author_name, author_gender, author_age, stars, body, locale, state, created_at, decided_at)
     select gen_random_uuid(), brand_id, id, $1, 'woman', 30, 5, $1, 'it', 'published', now(), now() from members where id = $2`,
    [words, her.session.angelId],
  )
  await open(product, page, `/chats/${her.session.angelId}`)
  for (const path of [
    `/chats/${her.session.angelId}`,
    `/user/${her.session.angelId}`,
    '/chats',
    '/reviews',
    '/profile',
  ]) {
    await goTo(page, path)
    if (path === '/profile')
      await page.waitForFunction(() =>
        [...document.querySelectorAll('input, textarea')].some((field) =>
          (field as HTMLInputElement).value.includes('<svg/onload=x>'),
        ),
      )
    else await page.getByText('<svg/onload=x>').first().waitFor({ state: 'attached' })
    expect(await page.locator('svg[onload]').count(), path).toBe(0)
  }
  expect(withRefusals(problems)).toEqual([])
  await context.close()
})
