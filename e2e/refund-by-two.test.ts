import { routes } from '@incontro/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { cardOrder } from '#test/support/card-order.ts'
import { faults } from './parts/axe.ts'
import { openConsole } from './parts/console.ts'
import { open } from './parts/pages.ts'
import { openMember, sizes } from './parts/person.ts'
import { picture } from './parts/picture.ts'
import { openProduct, type Product } from './parts/product.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct({ bystanders: false })
})
afterAll(() => product?.close())

const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })

test('who paid too much asks support, finance approves the refund, and the member reads the answer and the refund on a phone', async () => {
  const { testServer } = product
  const him = await openMember(product, {}, sizes.phone)
  const memberId = him.member.session.angelId
  const order = await cardOrder(testServer.config.payments.adyen!.shared!, him.member.session.clickid, {
    rateplan: 'plan-3m',
    prezzo_totale: '49.80',
    renewal: true,
  })
  const bought = await testServer.call(routes.tryCharge.path, { token: him.member.token, body: order })
  expect(bought.body).toMatchObject({ status: 'ok' })

  // He writes on the contact page, signed in.
  await open(product, him.page, '/contactUs')
  await him.page.getByLabel('Argomento').selectOption('payments')
  await him.page.getByLabel('Messaggio').fill('Volevo un mese, ne ho pagati tre. Mi restituite la differenza?')
  await him.page.getByRole('button', { name: 'Invia' }).click()
  await him.page.getByText('Grazie', { exact: true }).waitFor()

  // Support reads it, and finds him by his address.
  const first = await openConsole(product, { role: 'support', name: 'Grace', path: '/local/support' })
  await first.page.getByText('Volevo un mese').click()
  await first.page.getByRole('textbox', { name: 'Answer in Italian' }).waitFor()
  const ticket = first.page.url()
  await first.page.locator('h1').click()
  await first.page.keyboard.press('g')
  await first.page.keyboard.press('p')
  await first.page.getByLabel('Email, name, phone, order, id, browser or network').fill(him.member.email)
  await first.page.getByLabel('Reason').fill('Paid for three months by mistake')
  await first.page.keyboard.press('Enter')
  await first.page.getByRole('heading', { name: 'Changes of the account' }).waitFor()
  await first.page.getByLabel('New note').fill('Wrote: <b>wanted a month</b>')
  await first.page.getByRole('button', { name: 'Add the note' }).click()
  await first.page.getByText('Wrote: <b>wanted a month</b>').waitFor()
  expect(await faults(first.page)).toEqual([])
  await picture(first.page, 'member')
  await first.page.getByRole('button', { name: 'Refund', exact: true }).click()
  await first.page.getByLabel('Amount in EUR').fill('30.01')
  await first.page.getByLabel('Reason').fill('The price of the two months')
  expect(await faults(first.page)).toEqual([])
  await picture(first.page, 'refund')
  await inDialog(first.page, 'Refund').click()
  await first.page.getByText('a second person decides it').waitFor()

  const second = await openConsole(product, { role: 'finance', name: 'Ada', path: '/local/members' })
  await second.page.getByRole('link', { name: 'Approvals 1' }).click()
  await second.page.getByText('Refund of €30.01').waitFor()
  expect(await faults(second.page)).toEqual([])
  await picture(second.page, 'approvals')
  await second.page.keyboard.press('a')
  await second.page.getByLabel('Reason').fill('Seen at the bank')
  await picture(second.page, 'approve')
  await inDialog(second.page, 'Approve').click()
  await second.page.getByText('Nothing waits').waitFor()
  await second.page.getByText('Seen at the bank').waitFor()
  await second.page.getByRole('link', { name: 'Approvals', exact: true }).waitFor()

  await first.page.goto(ticket)
  const answer = first.page.getByRole('textbox', { name: 'Answer in Italian' })
  await answer.fill('Ti abbiamo restituito 30,01 €: li vedi tra i tuoi acquisti.')
  await answer.press('Control+Enter')
  await first.page.getByText('Answered. The mail leaves in a few seconds.').waitFor()

  expect((await testServer.mailTo(him.member.email, 'risposta')).text).toContain('Ti abbiamo restituito 30,01 €')
  await open(product, him.page, '/requests')
  await him.page.getByRole('link', { name: /Volevo un mese/ }).click()
  await him.page.getByText('Ti abbiamo restituito 30,01 €').waitFor()
  expect(await faults(him.page)).toEqual([])
  await picture(him.page, 'request-answered')
  await open(product, him.page, '/purchases')
  await him.page.getByText(/Rimborsati 30,01\s€/).waitFor()
  expect(await faults(him.page)).toEqual([])
  await picture(him.page, 'refunded')
  const [download] = await Promise.all([
    him.page.waitForEvent('download'),
    him.page.getByRole('link', { name: /Nota di credito NC-\d{4}-\d{6}/ }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.pdf$/)

  const { db } = testServer.database
  const refunds = await db
    .selectFrom('refunds')
    .select(['amount_minor', 'state'])
    .where('member_id', '=', memberId)
    .execute()
  expect(refunds).toEqual([{ amount_minor: 3001, state: 'refunded' }])
  expect([...him.problems, ...first.problems, ...second.problems]).toEqual([])
  await Promise.all([him, first, second].map(({ context }) => context.close()))
})
