import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { faults } from './parts/axe.ts'
import { openConsole } from './parts/console.ts'
import { picture } from './parts/picture.ts'
import { openProduct, type Product } from './parts/product.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct({ bystanders: false })
})
afterAll(() => product?.close())

const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })

test('support notes a call and asks for a refund above their limit, which finance approves', async () => {
  const member = await product.testServer.member()
  const memberId = member.session.angelId
  const { db } = product.testServer.database
  const now = new Date()
  await db
    .insertInto('payment_attempts')
    .values({
      id: randomUUID(),
      brand_id: 'local',
      member_id: memberId,
      order_key: randomUUID(),
      provider: 'adyen',
      connection: 'adyen',
      provider_ref: 'PSP1',
      flow_id: '7',
      flow_version: '1',
      plan_id: 'month',
      plan: '{}',
      amount_minor: 4990,
      currency: 'EUR',
      state: 'captured',
      created_at: now,
      updated_at: now,
    })
    .execute()

  const first = await openConsole(product, { role: 'support', name: 'Grace', path: `/local/members/${memberId}` })
  await first.page.getByLabel('Reason').fill('Ticket 12')
  await inDialog(first.page, 'Open').click()
  await first.page.getByLabel('New note').fill('Called: <b>paid twice</b>')
  await first.page.getByRole('button', { name: 'Add the note' }).click()
  await first.page.getByText('Called: <b>paid twice</b>').waitFor()
  expect(await faults(first.page)).toEqual([])
  await picture(first.page, 'member')
  await first.page.getByRole('button', { name: 'Refund', exact: true }).click()
  await first.page.getByLabel('Amount in EUR').fill('40.01')
  await first.page.getByLabel('Reason').fill('Paid twice')
  expect(await faults(first.page)).toEqual([])
  await picture(first.page, 'refund')
  await inDialog(first.page, 'Refund').click()
  await first.page.getByText('a second person decides it').waitFor()

  const second = await openConsole(product, { role: 'finance', name: 'Ada', path: '/local/members' })
  await second.page.getByRole('link', { name: 'Approvals 1' }).click()
  await second.page.getByText('Refund of €40.01').waitFor()
  expect(await faults(second.page)).toEqual([])
  await picture(second.page, 'approvals')
  await second.page.getByRole('button', { name: 'Approve', exact: true }).click()
  await second.page.getByLabel('Reason').fill('Seen at the bank')
  await picture(second.page, 'approve')
  await inDialog(second.page, 'Approve').click()
  await second.page.getByText('Nothing waits').waitFor()
  await second.page.getByText('Seen at the bank').waitFor()
  await second.page.getByRole('link', { name: 'Approvals', exact: true }).waitFor()
  const refunds = await db.selectFrom('refunds').select('amount_minor').where('member_id', '=', memberId).execute()
  expect(refunds).toEqual([{ amount_minor: 4001 }])
  expect([...first.problems, ...second.problems]).toEqual([])
  await first.context.close()
  await second.context.close()
})
