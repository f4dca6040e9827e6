import { routes } from '@incontro/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encryptCard } from '../sandbox/src/testing/encrypt-card.ts'
import { createAdyen } from '#server/providers/adyen/index.ts'
import { isFull } from '#test/pages/variants.ts'
import { faults } from './parts/axe.ts'
import { typeCard, typeHolder } from './parts/typing.ts'
import { goTo } from './parts/pages.ts'
import { openMember, sizes } from './parts/person.ts'
import { polling } from './parts/polling.ts'
import { openProduct, type Product } from './parts/product.ts'

/* Changing the plan: up with the credit of the unused days, back by withdrawing, down at the renewal, and undone. */

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

/** A member who has bought the plan of that length by card. */
async function subscriber(plan: string, price: string, size: keyof typeof sizes) {
  const visitor = await openMember(product, {}, sizes[size])
  const { token, session } = visitor.member
  const { publicKey } = await createAdyen(product.testServer.config.payments.adyen!.shared!).cardKey()
  const { body } = await product.testServer.call(routes.tryCharge.path, {
    token,
    body: {
      clickid: session.clickid,
      rateplan: plan,
      orderKey: crypto.randomUUID(),
      prezzo_totale: price,
      currency: 'EUR',
      accepts: { renewal: true, immediateStart: true },
      ...(await encryptCard(publicKey, { number: '4111111111111111' })),
      firstName: 'Ada',
      lastName: 'Rossi',
    },
  })
  expect(body).toMatchObject({ status: 'ok' })
  return visitor
}
const attempts = (memberId: string) =>
  product.testServer.database.db
    .selectFrom('payment_attempts')
    .select(['plan_id', 'amount_minor', 'credit_minor', 'withdrawn_at'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .execute()

const order = 'Ordine con obbligo di pagare'

test.each(isFull ? (['phone', 'desktop'] as const) : (['phone'] as const))(
  'up: pays what the credit leaves, and takes it back; the first card was entered before the page’s script ran: %s',
  async (size) => {
    const { page, member, problems, context } = await openMember(product, {}, sizes[size])
    const frames: string[] = []
    page.on('request', (request) => void (request.url().includes('/pay/card-frame?') && frames.push(request.url())))
    const consent = async () => {
      await page.getByRole('checkbox', { name: /^Chiedo/ }).check()
      await page.getByRole('checkbox', { name: /^Accetto che il piano si rinnovi/ }).check()
    }
    const { promise: isEntered, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/assets/entry.client-*', (route) => isEntered.then(() => route.continue()))
    // A document for which the providers answered too slowly leaves the form to the script.
    const load = async () => {
      frames.length = 0
      await page.goto(product.at('/purchase/pay?plan=plan-1m'), { waitUntil: 'commit' })
      return page.locator('iframe, [aria-busy="true"]').first().getAttribute('src')
    }
    await expect.poll(load, polling).toContain('/pay/card-frame')
    await typeCard(page.frameLocator('iframe'), '4111111111111111')
    await typeHolder(page, ['Ada', 'Rossi'])
    expect(await page.getByRole('button', { name: order }).count()).toBe(0)
    release()
    await consent()
    await page.getByRole('button', { name: order }).click()
    await page.waitForURL('**/ok')
    expect(frames).toHaveLength(1)

    await page.goto(product.at('/vip_plan/cred'))
    await page.getByRole('radio', { name: /^1 mese Il tuo piano .*Si rinnova (?:il |l’)/ }).waitFor()
    expect(await page.getByText('Il tuo piano', { exact: true }).count()).toBe(1)
    await page.getByRole('radio', { name: /^3 mesi .*con 24,90\s€ di credito oggi paghi 24,90\s€/ }).check()
    expect(await faults(page)).toEqual([])
    await page.getByRole('button', { name: /^Continua: 24,90\s€ oggi$/ }).click()
    await page.getByRole('radio', { name: 'Visa che finisce con 1111' }).waitFor()
    expect(await page.locator('#order dl').innerText()).toMatch(
      /Credito dal piano di prima\s+−24,90\s€[\s\S]*Totale oggi\s+24,90\s€/,
    )
    await consent()
    await page.getByRole('button', { name: order }).click()
    await page.waitForURL('**/ok')
    const bought = [
      { plan_id: 'plan-1m', amount_minor: 2490, credit_minor: 0, withdrawn_at: null },
      { plan_id: 'plan-3m', amount_minor: 2490, credit_minor: 2490, withdrawn_at: null },
    ]
    expect(await attempts(member.session.angelId)).toEqual(bought)

    // Without a page load: a button is shown before the script that it needs has run.
    await goTo(page, '/purchases')
    await page.getByText('Recedere da «Piano 3 mesi»').waitFor()
    await page.getByRole('button', { name: 'Recedi da 3 mesi' }).click()
    const dialog = page.getByRole('dialog', { name: 'Recedere dall’ordine?' })
    expect(await dialog.locator('dl').innerText()).toMatch(/Pagato\s+24,90\s€\s+Rimborso\s+24,90\s€/)
    await dialog.getByText(/Il tempo del piano di prima torna: vale fino all?[’ ].*, senza rinnovo\./).waitFor()
    expect(await faults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Conferma il recesso' }).click()
    await page.getByText(/^Recesso ricevuto\. Ti rimborsiamo 24,90\s€/).waitFor()
    await page.goto(product.at('/vip_plan/cred'))
    await page.getByRole('radio', { name: /^1 mese Il tuo piano .*Finisce il / }).waitFor()
    expect(await attempts(member.session.angelId)).toEqual([
      bought[0],
      { ...bought[1], withdrawn_at: expect.any(Date) },
    ])
    expect(problems).toEqual([])
    await context.close()
  },
)

test.each(isFull ? (['phone', 'desktop'] as const) : (['desktop'] as const))(
  'down: at the renewal, for the price announced, until it is undone: %s',
  async (size) => {
    const { page, member, problems, context } = await subscriber('plan-3m', '49.80', size)
    await page.goto(product.at('/vip_plan/cred'))
    const smaller = page.getByRole('radio', {
      name: /^1 mese .*Al posto del piano di adesso, dall?[’ ].*Oggi non paghi nulla/,
    })
    await smaller.check()
    await page.getByRole('button', { name: /^Cambia piano dall?[’ ]/ }).click()
    await page.getByRole('heading', { name: /^Cambi piano dall?[’ ]/ }).waitFor()
    await page.getByText(/addebitiamo 24,90\s€ con il metodo che paga i rinnovi/).waitFor()
    expect(await faults(page)).toEqual([])
    await page.getByRole('button', { name: 'Cambia piano', exact: true }).click()
    await page.getByText('Questo piano si rinnova: serve il tuo consenso.').waitFor()
    await page.getByRole('checkbox', { name: /^Accetto che il piano si rinnovi/ }).check()
    await page.getByRole('button', { name: 'Cambia piano', exact: true }).click()
    await page.waitForURL('**/purchases')
    await page.getByText(/Quel giorno diventa 1 mese a 24,90\s€, ogni mese\./).waitFor()
    await page.goto(product.at('/vip_plan/cred'))
    await page.getByRole('radio', { name: /^3 mesi Il tuo piano .*poi diventa 1 mese\./ }).waitFor()
    await page.getByRole('radio', { name: /^1 mese Il tuo prossimo piano / }).waitFor()
    expect(await faults(page)).toEqual([])
    await goTo(page, '/purchases')
    await page.getByRole('button', { name: 'Annulla il cambio' }).click()
    await page.getByText(/^Il piano resta 3 mesi e si rinnova (?:il |l’).* a 49,80\s€\.$/).waitFor()
    const { db } = product.testServer.database
    const terms = db.selectFrom('subscriptions').select(['plan_id', 'state', 'next_plan'])
    expect(await terms.where('member_id', '=', member.session.angelId).execute()).toEqual([
      { plan_id: 'plan-3m', state: 'active', next_plan: null },
    ])
    expect(await attempts(member.session.angelId)).toHaveLength(1)
    expect(problems).toEqual([])
    await context.close()
  },
)
