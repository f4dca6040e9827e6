import { randomUUID } from 'node:crypto'
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

const day = 86_400_000

test('finance answers a dispute: reads exactly what is sent, sends it once, and sees the outcome', async () => {
  const member = await product.testServer.member()
  const { db } = product.testServer.database
  const now = Date.now()
  const before = (days: number) => new Date(now - days * day)
  const id = randomUUID()
  await db
    .insertInto('payment_attempts')
    .values({
      id,
      brand_id: 'local',
      member_id: member.session.angelId,
      order_key: randomUUID(),
      provider: 'stripe',
      connection: 'stripe',
      provider_ref: 'pi_sample_local',
      flow_id: '7',
      flow_version: '1',
      plan_id: 'pack',
      plan: JSON.stringify({ level: 1, credits: 60 }),
      amount_minor: 4990,
      currency: 'EUR',
      state: 'disputed',
      created_at: before(20),
      updated_at: before(2),
      granted_at: before(20),
      accepts: JSON.stringify({ renewal: false, immediateStart: true, textVersion: '2026-02' }),
    })
    .execute()
  await db
    .insertInto('disputes')
    .values({
      attempt_id: id,
      brand_id: 'local',
      member_id: member.session.angelId,
      state: 'open',
      credits: 0,
      unused_ms: '0',
      used_minor: 1500,
      currency: 'EUR',
      opened_at: before(2),
      updated_at: before(2),
      provider_ref: 'dp_sample_local_4990_eur',
      reason: 'fraud',
      due_at: new Date(now + 5 * day + 3_600_000),
      awaits_us: true,
      contested_minor: 4990,
      contested_currency: 'EUR',
    })
    .execute()

  const { context, page, problems } = await openConsole(product, {
    role: 'finance',
    name: 'Ada',
    path: '/local/disputes',
  })
  await page.getByRole('link', { name: 'Disputes 1' }).waitFor()
  await page.getByText('5 days left').waitFor()
  expect(await faults(page)).toEqual([])
  await picture(page, 'disputes')
  await page.getByRole('link', { name: 'pack' }).click()
  await page.getByRole('heading', { name: 'Dispute of €49.90' }).waitFor()
  expect(await faults(page)).toEqual([])

  // The preview follows each choice, and is what arrives.
  const preview = page.locator('pre')
  await page.getByLabel('Statement').fill('The customer wrote with this account after the payment.')
  await page.getByLabel('Request to begin at once').check()
  await page.getByLabel('Account and sign-ins').uncheck()
  const shown = (await preview.textContent()) ?? ''
  expect(shown).toMatch(/^The customer wrote[^]*expressly asked/)
  expect(shown).not.toContain('account was created')
  await picture(page, 'dispute')
  await page.getByRole('button', { name: 'Send evidence' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send evidence' }).click()
  await page.getByText('The evidence is with the provider.').or(page.getByText('Won: the money stays')).waitFor()
  const dispute = product.testServer.sandbox.sandbox.stripe.payments.findDispute('dp_sample_local_4990_eur')?.dispute
  expect(dispute?.evidence).toBe(shown)

  // The bank decides; its word comes by the provider's webhook.
  await expect
    .poll(
      async () => {
        await page.reload()
        await page.getByRole('heading', { name: 'Dispute of €49.90' }).waitFor()
        return page.getByText('Won: the money stays').count()
      },
      { timeout: 15_000 },
    )
    .toBe(1)
  expect(await faults(page)).toEqual([])
  await picture(page, 'dispute won')
  expect(await page.getByRole('button', { name: 'Send evidence' }).count()).toBe(0)
  expect(problems).toEqual([])
  await context.close()
})

test('finance reads what differs from a provider, settles it with a reason, and lets it wait again', async () => {
  const member = await product.testServer.member()
  const { db } = product.testServer.database
  const at = new Date(Date.now() - day)
  const id = randomUUID()
  await db
    .insertInto('payment_attempts')
    .values({
      id,
      brand_id: 'local',
      member_id: member.session.angelId,
      order_key: randomUUID(),
      provider: 'stripe',
      connection: 'stripe',
      provider_ref: 'pi_differs',
      flow_id: '7',
      flow_version: '1',
      plan_id: 'month',
      plan: '{}',
      amount_minor: 4000,
      currency: 'EUR',
      state: 'captured',
      created_at: at,
      updated_at: at,
      granted_at: at,
      flagged: 'differs_amount',
      flagged_at: at,
    })
    .execute()
  await db
    .insertInto('payment_differences')
    .values({
      id: randomUUID(),
      attempt_id: id,
      brand_id: 'local',
      what: 'amount',
      ours_state: 'captured',
      ours_minor: 4000,
      ours_currency: 'EUR',
      theirs_state: 'captured',
      theirs_minor: 4990,
      theirs_currency: 'EUR',
      theirs_reference: null,
      found_at: at,
      seen_at: at,
    })
    .execute()
  const { context, page, problems } = await openConsole(product, {
    role: 'finance',
    name: 'Ada',
    path: '/local/orders?view=differences',
  })
  await page.getByRole('cell', { name: '€49.90' }).waitFor()
  expect(await faults(page)).toEqual([])
  await picture(page, 'differences')
  await page.getByRole('button', { name: 'Settled' }).click()
  await page.getByLabel('Reason').fill('Refunded there by hand')
  await page.getByRole('dialog').getByRole('button', { name: 'Settled' }).click()
  await page.getByText('Nothing differs').waitFor()
  await page.getByLabel('Show').selectOption('yes')
  await page.getByText('Refunded there by hand').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByLabel('Reason').fill('It was the wrong one')
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Nothing was settled').waitFor()
  await page.getByLabel('Show').selectOption('no')
  await page.getByRole('link', { name: 'month' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Read before the books are closed')
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('heading', { name: 'Order of €40.00' }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})
