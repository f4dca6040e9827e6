import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadBrands } from '#server/modules/brands/index.ts'
import { loadFlows } from '#server/modules/flows/index.ts'
import { copyOfBrands } from '#test/support/brands-folder.ts'
import { faults } from './parts/axe.ts'
import { openConsole } from './parts/console.ts'
import { picture } from './parts/picture.ts'
import { openProduct, type Product } from './parts/product.ts'

const dayAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

let product: Product
let copy: ReturnType<typeof copyOfBrands>
beforeAll(async () => {
  copy = copyOfBrands()
  copy.write('_flows/7b.json', JSON.stringify({ base: '7', fluxId: '7b' }))
  copy.edit('local/brand.json', (brand) =>
    Object.assign(brand, { comparedFlows: { '7': { with: '7b', share: 40, since: dayAgo(40) } } }),
  )
  const brands = loadBrands(copy.dir)
  product = await openProduct({ brands, flows: loadFlows(copy.dir, brands), bystanders: false })
})
afterAll(async () => {
  await product?.close()
  copy?.remove()
})

const count = (metric: string, first: number, second: number) =>
  product.testServer.database.pool.query(
    `insert into kpi_slices (brand_id, metric, dimension, day, value, currency, count, amount_minor)
     select 'local', $1, 'flow', $2, flow, '', n, 0 from (values ('7', $3::int), ('7b', $4::int)) v(flow, n)
     on conflict (brand_id, metric, dimension, day, value, currency) do update set count = excluded.count`,
    [metric, dayAgo(20), first, second],
  )

test('a marketer sees two flows side by side, how many are needed, and no winner that is complained about more', async () => {
  await count('visits', 9100, 6050)
  await count('sign_ups', 600, 410)
  await count('funnel_first_message', 310, 230)
  await count('funnel_payment', 42, 36)
  await count('funnel_refund', 3, 2)
  await count('funnel_withdrawal', 2, 1)
  await count('funnel_complaint', 9, 7)
  const member = await product.testServer.member()
  const { db } = product.testServer.database
  await db
    .updateTable('members')
    .set({ created_at: new Date(Date.now() - 20 * 86_400_000), flow_id: '7b' })
    .where('id', '=', member.session.angelId)
    .execute()
  const { context, page, problems } = await openConsole(product, {
    role: 'marketing',
    name: 'Mia',
    path: '/local/figures',
  })
  await page.getByRole('link', { name: 'Flows compared', exact: true }).click()
  await page.getByRole('heading', { name: 'Flows 7 and 7b' }).waitFor()
  await page.getByText('40 % of the visitors of flow 7 get flow 7b.').waitFor()
  await page.getByText(/Nothing can be concluded yet: [\d,]+ more sign-ups are needed/).waitFor()
  const paid = page.getByRole('row', { name: /^Made a payment/ })
  expect(await paid.getByRole('cell').nth(1).textContent()).toContain('42 of 600')
  expect(await paid.getByRole('cell').nth(2).textContent()).toContain('36 of 410')
  expect(await faults(page)).toEqual([])
  await picture(page, 'flows-compared')

  // A larger difference needs fewer.
  const needed = async () => Number((await paid.getByRole('cell').nth(4).textContent())?.replaceAll(',', ''))
  const forOnePoint = await needed()
  await page.getByLabel('Difference to find').selectOption('5')
  await page
    .getByText('to find a difference of 5 points')
    .or(page.getByText(/One of 5 points/))
    .waitFor()
  expect(await needed()).toBeLessThan(forOnePoint)
  await page.getByLabel('Difference to find').selectOption('1')

  // Enough have come, and flow 7b is ahead, but is complained about more.
  await count('visits', 450_000, 300_000)
  await count('sign_ups', 30_000, 20_000)
  await count('funnel_payment', 1500, 1300)
  await count('funnel_complaint', 300, 260)
  await page.reload()
  await page.getByText('Neither flow is better: flow 7b has more members who paid, but also more complaints.').waitFor()
  expect(await faults(page)).toEqual([])
  await picture(page, 'flows-compared-at-a-price')
  await count('funnel_complaint', 300, 150)
  await page.reload()
  await page.getByText('Flow 7b has more members who paid, and no more refunds, withdrawals or complaints').waitFor()
  expect(await faults(page)).toEqual([])

  // Its sign-ups lead to their rows, and from there back.
  await page
    .getByRole('row', { name: /^Signed up to the site/ })
    .getByRole('link')
    .nth(1)
    .click()
  await page.getByText(member.session.angelId).waitFor()
  expect(await faults(page)).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'Figures', exact: true }).click()
  await page.getByRole('heading', { name: 'Flows 7 and 7b' }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('where nothing is compared, the page says where that is declared', async () => {
  const { context, page, problems } = await openConsole(product, {
    role: 'marketing',
    brands: ['battito'],
    name: 'Mia',
    path: '/battito/figures?view=flows',
  })
  await page.getByText('No flows are compared').waitFor()
  expect(await faults(page)).toEqual([])
  expect(problems).toEqual([])
  await context.close()
})
