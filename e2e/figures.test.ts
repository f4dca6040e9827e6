import { afterAll, beforeAll, expect, test } from 'vitest'
import { faults } from './parts/axe.ts'
import { openConsole } from './parts/console.ts'
import { picture } from './parts/picture.ts'
import { openProduct, type Product } from './parts/product.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct({ bystanders: false })
})
afterAll(() => product?.close())

test('a marketer reads charts and their tables, compares, looks at one source alone, and reaches the rows', async () => {
  const { pool, db } = product.testServer.database
  const member = await product.testServer.member()
  await db
    .updateTable('members')
    .set({ created_at: new Date(Date.now() - 2 * 86_400_000), source: 'radio' })
    .where('id', '=', member.session.angelId)
    .execute()
  await pool.query(`
    insert into kpi_slices (brand_id, metric, dimension, day, value, currency, count, amount_minor)
    select 'local', metric, dimension, current_date - d, value, case when metric in ('payments', 'refunds') then 'EUR' else '' end,
      greatest(1, (share * (60 - d / 2 + d % 7 * 3))::int), case when metric in ('payments', 'refunds') then (share * 90000)::int + d * 100 else 0 end
    from generate_series(0, 55) d,
      (values ('sign_ups', 1.0), ('confirmations', 0.8), ('first_messages', 0.5), ('visits', 3), ('payments', 0.2), ('refunds', 0.02),
        ('funnel_confirmed', 0.81), ('funnel_photo', 0.63), ('funnel_first_message', 0.46), ('funnel_first_reply', 0.28), ('funnel_payment', 0.1))
        metrics(metric, share),
      (values ('all', ''), ('source', 'radio'), ('source', 'search')) dimensions(dimension, value)`)
  await pool.query(`
    insert into kpi_slices (brand_id, metric, dimension, day, value, currency, count, amount_minor)
    select 'local', 'present', 'region_gender', current_date, 'IT/' || id || '/' || gender, '', case when gender = 'man' then 60 else 10 + 14 * n end, 0
    from (select id, row_number() over (order by id) as n from geo_regions where country = 'IT' limit 4) r, unnest('{woman,man}'::text[]) gender`)
  await pool.query(`
    insert into kpi_cohorts (brand_id, week, age, metric, currency, count, amount_minor)
    select 'local', (date_trunc('week', current_date) - w * interval '7 days')::date, a, case when a = 0 then 'signed_up' else 'present' end, '',
      400 / (a + 1), 0 from generate_series(0, 3) w, generate_series(0, 3) a where a <= w`)

  const { context, page, problems } = await openConsole(product, {
    role: 'marketing',
    name: 'Mia',
    path: '/local/figures',
  })
  const chart = page.getByRole('region', { name: 'Sign-ups and first messages', exact: true })
  await chart.locator('svg.recharts-surface').first().waitFor()
  expect(await page.locator('svg.recharts-surface title').first().textContent()).toBe('Sign-ups and first messages')
  await page.getByText('First reply received').waitFor()
  await page.getByText('compared with the period before').first().waitFor({ state: 'attached' })
  expect(await faults(page)).toEqual([])
  await picture(page, 'figures')
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await faults(page)).toEqual([])
  await picture(page, 'figures-dark')
  await page.emulateMedia({ colorScheme: 'light' })

  // One source alone, and back.
  await page.getByRole('button', { name: 'radio' }).click()
  await page.getByText('Only Source: radio').waitFor()
  await page.getByRole('button', { name: 'Show everything' }).click()
  await page.getByText('Only Source: radio').waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Money', exact: true }).click()
  await page.getByRole('heading', { name: 'Revenue' }).waitFor()
  await page.locator('svg.recharts-surface').first().waitFor()
  expect(await faults(page)).toEqual([])
  await page.setViewportSize({ width: 820, height: 1180 })
  await picture(page, 'figures-money-tablet')
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.getByRole('link', { name: 'Women and men', exact: true }).click()
  await page.getByText('Stops', { exact: true }).first().waitFor()
  expect(await faults(page)).toEqual([])
  await picture(page, 'figures-balance')
  await page.getByRole('link', { name: 'Cohorts', exact: true }).click()
  await page.getByText('50%').first().waitFor()
  expect(await faults(page)).toEqual([])
  await picture(page, 'figures-cohorts')
  await page.getByRole('link', { name: 'Delivery', exact: true }).click()
  await page.getByText('Nothing was counted in this period.').first().waitFor()

  // A figure of a day leads to its rows.
  await page.getByRole('link', { name: 'Growth', exact: true }).click()
  await chart.getByRole('row').nth(3).getByRole('link').first().click()
  await page.getByText(member.session.angelId).waitFor()
  // Marketing may not open a member's file.
  expect(await page.getByRole('link', { name: member.session.angelId }).count()).toBe(0)
  expect(await faults(page)).toEqual([])
  expect(problems).toEqual([])
  await context.close()
})
