import { afterAll, beforeAll, expect, test } from 'vitest'
import { encryptCard } from '../sandbox/src/testing/encrypt-card.ts'
import { createAdyen } from '#server/providers/adyen/index.ts'
import { faults } from './parts/axe.ts'
import { openMember, sizes } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

test('a member removes a stored card after reading what happens to the plan', async () => {
  const { page, member, problems, context } = await openMember(product, {}, sizes.phone)
  const { testServer } = product
  const { publicKey } = await createAdyen(testServer.config.payments.adyen!.shared!).cardKey()
  const bought = await testServer.call('/pay/orders/tryCharge', {
    token: member.token,
    body: {
      clickid: member.session.clickid,
      rateplan: 'plan-1m',
      orderKey: crypto.randomUUID(),
      prezzo_totale: '24.90',
      currency: 'EUR',
      accepts: { renewal: true, immediateStart: true },
      ...(await encryptCard(publicKey, { number: '4111111111111111' })),
      firstName: 'Ada',
      lastName: 'Rossi',
    },
  })
  expect(bought.body).toMatchObject({ status: 'ok' })

  await page.goto(product.at('/purchases'))
  await page.getByText('Visa che finisce con 1111').waitFor()
  const remove = page.getByRole('button', { name: 'Rimuovi la carta che finisce con 1111' })
  await remove.click()
  const dialog = page.getByRole('dialog', { name: 'Rimuovere Visa che finisce con 1111?' })
  await dialog.getByText(/al rinnovo non addebitiamo nulla e ti chiediamo con quale carta pagare/).waitFor()
  expect(await faults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Annulla' }).click()
  await dialog.waitFor({ state: 'detached' })
  await remove.click()
  await dialog.getByRole('button', { name: 'Rimuovi la carta' }).click()
  await page.getByText('Carta rimossa.').waitFor()
  await remove.waitFor({ state: 'detached' })
  const { body } = await testServer.call(`/pay/cards/list/${member.session.clickid}`, { token: member.token })
  expect(body).toEqual({ cards: [] })
  expect(problems).toEqual([])
  await context.close()
})

test('the pay page selects the card on file and links the terms above the order; 0000 has their checkbox', async () => {
  const { page, member, context } = await openMember(product, { form: { fluxId: '0000' } }, sizes.phone)
  await product.testServer.database.db
    .insertInto('card_tokens')
    .values({
      member_id: member.session.angelId,
      id: crypto.randomUUID(),
      connection: 'adyen',
      token: 'T1',
      card_brand: 'visa',
      last4: '4242',
      created_at: new Date(),
    })
    .execute()
  const rules = await product.testServer.call('/pay/pay_rules/get_pay_rules', {
    token: member.token,
    body: { clickid: member.session.clickid },
  })
  await page.goto(product.at(`/purchase/pay?plan=${rules.body.rateplan[0].product_id}`))
  const kept = page.getByRole('radio', { name: /^[A-Z]\w+ che finisce con 4242/ })
  await kept.waitFor()
  expect(await kept.isChecked()).toBe(true)
  const order = page.getByRole('button', { name: 'Ordine con obbligo di pagare' })
  const terms = page.locator('#order').getByRole('link', { name: 'condizioni di vendita' })
  expect(await terms.getAttribute('href')).toBe('/legal/terms#billingPolicy')
  const [linkBox, orderBox] = [await terms.boundingBox(), await order.boundingBox()]
  expect(linkBox!.y).toBeLessThan(orderBox!.y)
  await page.getByRole('checkbox', { name: /^Chiedo/ }).check()
  await order.click()
  await page.getByText('Senza accettare le condizioni non puoi ordinare.').waitFor()
  expect(await page.getByRole('checkbox', { name: /^Ho letto e accetto/ }).getAttribute('aria-invalid')).toBe('true')
  // Nothing is counted, because the member has not allowed analytics.
  expect(await product.testServer.database.db.selectFrom('kpi_events').select('name').execute()).toEqual([])
  const consent = { analytics: true, remarketing: false, l: 'it' }
  await product.testServer.call('/api/consents/cookies', { body: consent, token: member.token })
  await page.reload()
  await kept.waitFor()
  const events = () =>
    product.testServer.database.db.selectFrom('kpi_events').select('name').orderBy('created_at').execute()
  await expect.poll(events).toEqual([{ name: 'initiate_checkout' }])
  expect(await faults(page)).toEqual([])
  // A submitted order counts as an attempt; one that the page's validation stopped does not.
  await page.getByRole('checkbox', { name: /^Chiedo/ }).check()
  await order.click()
  await page.getByText('Senza accettare le condizioni non puoi ordinare.').waitFor()
  expect(await events()).toEqual([{ name: 'initiate_checkout' }])
  await page.getByRole('checkbox', { name: /^Ho letto e accetto/ }).check()
  await order.click()
  await expect.poll(events).toEqual([{ name: 'initiate_checkout' }, { name: 'tentativo' }])
  await context.close()
})
