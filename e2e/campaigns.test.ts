import { routes } from '@incontro/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cardOrder } from '#test/support/card-order.ts'
import { newId } from '#server/platform/ids.ts'
import { faults } from './parts/axe.ts'
import { openConsole } from './parts/console.ts'
import { layoutFaultsHere } from './parts/layout.ts'
import { openVisitor, sizes } from './parts/person.ts'
import { picture } from './parts/picture.ts'
import { openProduct, type Product } from './parts/product.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct({ bystanders: false })
})
afterAll(() => product?.close())

/** A member who came by the source, allows measuring, and pays by card. */
async function buys(source: string): Promise<void> {
  const { testServer } = product
  const { db } = testServer.database
  const member = await testServer.member()
  const memberId = member.session.angelId
  await db.updateTable('members').set({ source, campid: 'may' }).where('id', '=', memberId).execute()
  await db
    .insertInto('consents')
    .values({
      member_id: memberId,
      id: newId(),
      kind: 'analytics',
      granted: true,
      text_version: '1',
      locale: 'it',
      given_at: new Date(),
    })
    .execute()
  const order = { rateplan: 'messages-20-first', prezzo_totale: '4.90' }
  const { body } = await testServer.call(routes.tryCharge.path, {
    token: member.token,
    body: await cardOrder(testServer.config.payments.adyen!.shared!, member.session.clickid, order),
  })
  expect(body).toMatchObject({ status: 'ok' })
}

const fine = async (page: Page) => expect([await faults(page), await layoutFaultsHere(page)]).toEqual([[], []])

test('a campaign with a postback: a link, an affiliate, its address tested, and its sale in the log', async () => {
  const { testServer } = product
  const { page, context, problems } = await openConsole(product, {
    role: 'marketing',
    name: 'Mara',
    path: '/local/campaigns',
  })
  await page.getByRole('heading', { name: 'Campaigns', exact: true }).waitFor()

  // An affiliate, whose key is shown once.
  await page.getByRole('link', { name: 'Affiliates' }).click()
  await page.getByText('No affiliates yet').waitFor()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Radio Uno')
  await dialog.getByLabel('Source').fill('radio')
  await dialog.getByLabel('Reason').fill('Contract of May')
  await dialog.getByRole('button', { name: 'Add' }).click()
  const key = await dialog.getByLabel('The affiliate’s key').inputValue()
  expect(key).toMatch(/^aff_/)
  await fine(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('heading', { name: 'Radio Uno' }).waitFor()
  await page.getByText(`…${key.slice(-4)}`).waitFor()
  expect(await page.content()).not.toContain(key)

  // The address for a payment: one that may not be called is refused, the other previewed and tested.
  await page.getByRole('button', { name: 'Set an address: Payment' }).click()
  await dialog.getByLabel('Address').fill('https://10.0.0.1/?e={event}')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('This address can’t be called.').waitFor()
  const tracker = `${testServer.sandbox.origin}/tracker/postback`
  await dialog.getByLabel('Address').fill(`${tracker}?c={clickid}&e={event}&a={amount}&id={event_id}`)
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('c=test&e=sale&a=24.90').waitFor()
  await dialog.getByLabel('Reason').fill('Their mail of today')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Send a test: Payment' }).click()
  await page.getByText('The tracker took the test.').waitFor()
  await fine(page)
  await picture(page, 'affiliate')

  // Its link, as a visitor opens it.
  await page.getByRole('button', { name: 'Build a link' }).click()
  await dialog.getByLabel('Campaign').fill('may & june')
  await dialog.getByLabel('Click of the tracker').fill('{click id}')
  await dialog.getByText('At most 64 letters').waitFor()
  await dialog.getByLabel('Click of the tracker').fill('click-1')
  const link = new URL(await dialog.getByLabel('Link', { exact: true }).inputValue())
  await picture(page, 'campaign-link')
  await fine(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  const visitor = await openVisitor(product, sizes.desktop)
  await visitor.page.goto(product.at(`${link.pathname}${link.search}`))
  expect(await visitor.page.evaluate(() => ({ ...localStorage }))).toMatchObject({
    source: 'radio',
    campid: 'may & june',
    trackerId: 'click-1',
  })
  await visitor.context.close()

  // A payment at the sandbox is reported, and the log has it.
  await buys('radio')
  await testServer.context.jobs.handlers['affiliates-plan-postbacks']?.({}, { attempt: 1, last: false })
  await page.getByRole('link', { name: 'Its postbacks' }).click()
  const row = page.getByRole('row', { name: /Radio Uno.*Delivered.*Payment.*200/ })
  await row.waitFor({ timeout: 40_000 })
  const calls = (await (await fetch(`${testServer.sandbox.origin}/tracker/calls`)).json()) as { url: string }[]
  const sale = new URL(calls[0]?.url ?? '', tracker).searchParams
  expect([sale.get('e'), sale.get('a')]).toEqual(['sale', '4.90'])
  await row.getByText(sale.get('id') ?? 'no id').waitFor()
  await fine(page)
  await picture(page, 'postbacks')
  // The addresses that were refused.
  expect(problems.filter((problem) => !problem.includes('400 (Bad Request)'))).toEqual([])
  await context.close()
})

test('on a phone a source is named and leads to its figures, and a postback that was given up is tried again', async () => {
  const { testServer } = product
  const { db } = testServer.database
  const today = new Date().toISOString().slice(0, 10)
  const slice = (metric: string, count: number, over: object = {}) => ({
    brand_id: 'local',
    metric,
    dimension: 'source',
    day: today,
    value: 'newsletter-of-a-friend',
    currency: '',
    count,
    amount_minor: 0,
    ...over,
  })
  await db
    .insertInto('kpi_slices')
    .values([
      slice('visits', 420),
      slice('sign_ups', 31),
      slice('first_payments', 4, { currency: 'EUR', amount_minor: 9960 }),
      slice('payments', 5, { currency: 'EUR', amount_minor: 12_450 }),
      slice('refunds', 1, { currency: 'EUR', amount_minor: 2490 }),
    ])
    .execute()
  const member = await testServer.member()
  const at = new Date()
  await db
    .insertInto('postback_deliveries')
    .values({
      brand_id: 'local',
      postback: 'tracker',
      event_key: `lead ${member.session.angelId}`,
      event: 'lead',
      member_id: member.session.angelId,
      state: 'failed',
      facts: '{}',
      tries: 1,
      status: 404,
      why: 'it refuses',
      created_at: at,
      ended_at: at,
    })
    .execute()
  const { page, context, problems } = await openConsole(product, {
    role: 'marketing',
    name: 'Mara',
    path: '/local/campaigns',
    viewport: { width: 390, height: 844 },
  })
  const row = page.getByRole('row', { name: /newsletter-of-a-friend/ })
  await row.waitFor()
  await row.getByRole('button', { name: 'Name' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Bea’s newsletter')
  await dialog.getByLabel('Note').fill('Monthly')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Bea’s newsletter' }).waitFor()
  await fine(page)
  await picture(page, 'campaigns-phone')
  await page.getByRole('link', { name: 'Bea’s newsletter' }).click()
  await page.getByText('Only Source').waitFor()

  await page.goto(product.at('/local/campaigns?view=postbacks&state=failed', 'admin.localhost'))
  await page.getByText('The tracker refuses the call.').waitFor()
  await picture(page, 'postbacks-phone')
  await page.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByLabel('Reason').fill('They have mended it')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('No postbacks like this').waitFor()
  await page.getByLabel('State').selectOption('withheld')
  await page.getByText('The member doesn’t allow measuring.').waitFor()
  expect(problems).toEqual([])
  await context.close()
})
