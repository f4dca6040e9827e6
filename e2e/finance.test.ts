import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
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

test('finance finds an order, reads what happened to it, closes what waits and exports a quarter of VAT', async () => {
  const member = await product.testServer.member()
  const memberId = member.session.angelId
  const { db } = product.testServer.database
  const now = new Date()
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const order = {
    brand_id: 'local',
    member_id: memberId,
    provider: 'adyen',
    connection: 'adyen',
    flow_id: '7',
    flow_version: '1',
    plan: '{}',
    currency: 'EUR',
    updated_at: now,
  }
  const [id, other] = [randomUUID(), randomUUID()]
  await db
    .insertInto('payment_attempts')
    .values([
      {
        ...order,
        id,
        order_key: randomUUID(),
        provider_ref: 'PSP7',
        plan_id: 'month',
        amount_minor: 4990,
        state: 'captured',
        created_at: before(3),
        granted_at: before(3),
        term_start: before(3),
        term_end: new Date(now.getTime() + 27 * 86_400_000),
        flagged: 'refund_failed',
        flagged_at: before(1),
        further_flags: JSON.stringify([{ reason: 'second_payment', at: now.toISOString() }]),
      },
      {
        ...order,
        id: other,
        order_key: randomUUID(),
        provider_ref: 'PSP8',
        plan_id: 'week',
        amount_minor: 1290,
        state: 'declined',
        created_at: before(2),
      },
    ])
    .execute()
  await db
    .insertInto('payment_transitions')
    .values(
      [
        { n: 1, from_state: 'created', to_state: 'submitting', cause: 'sent', created_at: before(3) },
        { n: 2, from_state: 'submitting', to_state: 'captured', cause: 'answer', created_at: before(3) },
      ].map((step) => ({ attempt_id: id, ...step })),
    )
    .execute()
  await db
    .insertInto('refunds')
    .values({
      id: randomUUID(),
      brand_id: 'local',
      member_id: memberId,
      attempt_id: id,
      reason: 'back_office',
      amount_minor: 1000,
      currency: 'EUR',
      credits: 0,
      state: 'failed',
      provider_ref: 'RE1',
      created_at: before(2),
      updated_at: before(1),
    })
    .execute()

  await db
    .insertInto('invoices')
    .values(
      [
        { attempt_id: id, number: 11, country: 'IT', vat_per_mille: 220, total_minor: 4990, vat_minor: 900 },
        { attempt_id: other, number: 12, country: 'ES', vat_per_mille: 210, total_minor: 1290, vat_minor: 224 },
      ].map((one) => ({
        ...one,
        company: 'IT00000000000',
        year: 2026,
        kind: 'invoice',
        brand_id: 'local',
        member_id: memberId,
        refund_id: null,
        currency: 'EUR',
        seller: 'Seller',
        issued_at: new Date('2026-08-15T10:00:00Z'),
      })),
    )
    .execute()

  // What waits is in the menu, with its next step on the page.
  const { context, page, problems } = await openConsole(product, {
    role: 'finance',
    name: 'Ada',
    path: '/local/orders',
  })
  await page.getByRole('link', { name: 'Orders 1' }).waitFor()
  await page.getByRole('link', { name: 'week' }).waitFor()
  expect(await faults(page)).toEqual([])
  await picture(page, 'orders')
  await page.getByRole('link', { name: 'What waits: 1' }).click()
  await page.getByText('The refund didn’t reach the member.').waitFor()
  expect(await faults(page)).toEqual([])
  await picture(page, 'waiting')

  // Found by the provider's reference of its refund, and opened by keys.
  await page.getByRole('link', { name: 'All orders' }).click()
  await page.getByLabel('Order number or reference').fill('RE1')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'week' }).waitFor({ state: 'detached' })
  await page.locator('h1').click()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  // Whose money it is, is not looked up without a reason.
  await page.getByRole('dialog', { name: 'Open this order?' }).waitFor()
  await page.getByLabel('Reason').fill('Ticket 12: the refund came back')
  expect(await faults(page)).toEqual([])
  await picture(page, 'order-reason')
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('heading', { name: 'Order of €49.90' }).waitFor()
  await page.getByText('Refund of €10.00').waitFor()
  expect(await faults(page)).toEqual([])
  await picture(page, 'order')
  // It waits for two things, each of which is closed by itself: the second one by its button, the last by the key.
  await page.getByText('It was paid a second time.').waitFor()
  await page.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.getByRole('dialog').getByText('It was paid a second time.').waitFor()
  await page.getByLabel('Reason').fill('Refunded at the provider')
  expect(await faults(page)).toEqual([])
  await picture(page, 'order-close')
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.getByText('second_payment resolved by Ada: Refunded at the provider').waitFor()
  await page.getByText('It was paid a second time.').waitFor({ state: 'detached' })
  await page.keyboard.press('c')
  await page.getByLabel('Reason').fill('Paid back by transfer')
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.getByText('refund_failed resolved by Ada: Paid back by transfer').waitFor()
  await page.getByRole('link', { name: 'Orders', exact: true }).first().waitFor()
  // The member's file is of the same case, and so is the order in it.
  await page.getByRole('link', { name: 'Open the file' }).click()
  await page.getByRole('heading', { name: 'Changes of the account' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Order of €49.90' }).waitFor()
  const { rows: entries } = await product.testServer.database.pool.query<{ action: string; n: number }>(
    `select action, count(*)::int as n from audit_entries where action in ('order_opened', 'member_opened') group by 1 order by 1`,
  )
  // It was read again once what waited was closed.
  expect(entries).toEqual([
    { action: 'member_opened', n: 1 },
    { action: 'order_opened', n: 4 },
  ])

  // The books of a quarter: what the page shows is in the file.
  await page.keyboard.press('g')
  await page.keyboard.press('v')
  await page.getByLabel('Quarter', { exact: true }).selectOption('2026-3')
  await page.getByRole('link', { name: '2026-000012', exact: true }).waitFor()
  expect(await faults(page)).toEqual([])
  await picture(page, 'invoices')
  await page.getByRole('link', { name: 'VAT', exact: true }).click()
  await page.getByRole('cell', { name: '€11.24' }).waitFor()
  expect(await faults(page)).toEqual([])
  await picture(page, 'vat')
  // A file of money needs the second factor again; who closes the dialog gets none.
  const prove = (minutesAgo: number) =>
    db
      .updateTable('staff_sessions')
      .set({ proved_at: new Date(Date.now() - minutesAgo * 60_000) })
      .execute()
  await prove(60)
  await page.keyboard.press('x')
  await page.getByRole('dialog', { name: 'Show your second factor again' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await prove(0)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as CSV' }).click(),
  ])
  const text = await readFile(await download.path(), 'utf8')
  expect(text.trimEnd().split('\n').slice(1)).toEqual([
    'IT00000000000,one-stop shop,2026-Q3,ES,,21,EUR,1,0,10.66,2.24,12.90',
    'IT00000000000,domestic,2026-Q3,IT,,22,EUR,1,0,40.90,9.00,49.90',
  ])
  expect(problems.filter((problem) => !problem.includes('403'))).toEqual([])
  await context.close()
})
