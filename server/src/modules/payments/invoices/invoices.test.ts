import { routes } from '@incontro/contract'
import { describe, expect, test } from 'vitest'
import { runPayments } from '../../../commands/payments.ts'
import { eachWithCustomer } from '../testing/each-with-customer.ts'
import type { Customer, Shop } from '../testing/shop.ts'
import { vatRateFor } from './vat.ts'

const good = '4111111111111111'
const pack = 'messages-60'
const brand = { vatRate: 22 }

let shop: Shop
let ada: Customer
eachWithCustomer((opened, customer) => {
  shop = opened
  ada = customer
})

const invoicesOf = (member: Customer) =>
  shop.db
    .selectFrom('invoices')
    .selectAll()
    .where('member_id', '=', member.memberId)
    .orderBy('issued_at')
    .orderBy('number')
    .execute()
const buy = async (member = ada): Promise<string> => {
  const { body } = await shop.pay(member, pack, good)
  expect(body.status).toBe('ok')
  return body.reference
}
let events = 0
/** What the provider reports of a payment later, as a webhook brings it. */
async function report(reference: string, kind: 'refund' | 'dispute', state: string, minor?: number) {
  const { provider_ref: providerRef } = await shop.db
    .selectFrom('payment_attempts')
    .select('provider_ref')
    .where('id', '=', reference)
    .executeTakeFirstOrThrow()
  const eventId = `later-${(events += 1)}`
  const amount = minor === undefined ? null : { minor, currency: 'EUR' }
  const body = {
    eventId,
    kind,
    state: { state, providerRef, amount, reference: null, code: null, action: null, token: null },
    refundRef: kind === 'refund' ? eventId : null,
    occurredAt: shop.clock.now().toISOString(),
  }
  await shop.db
    .insertInto('payment_webhooks')
    .values({ connection: 'adyen', event_id: eventId, body: JSON.stringify(body), received_at: shop.clock.now() })
    .execute()
  await shop.work()
}
const command = (...args: string[]) =>
  runPayments(['vat', ...args], { ...shop.deps, brandKeys: ['battito'], user: 'grace' })

describe('numbers', () => {
  test('have no gap and no double, whatever is rolled back beside them', async () => {
    const buyers = await Promise.all(Array.from({ length: 8 }, () => shop.customer()))
    shop.mail.fail = true
    // Each takes a number, and dies before it is committed.
    await Promise.all(buyers.slice(0, 4).map((buyer) => shop.pay(buyer, pack, good)))
    shop.mail.fail = false
    await Promise.all(buyers.slice(4).map((buyer) => buy(buyer)))
    shop.clock.offsetMs = 5 * 60_000
    await shop.sweep()
    const rows = await shop.db
      .selectFrom('invoices')
      .select(['number', 'year', 'company', 'attempt_id'])
      .where('kind', '=', 'invoice')
      .orderBy('number')
      .execute()
    const granted = await shop.db
      .selectFrom('payment_attempts')
      .select('id')
      .where('granted_at', 'is not', null)
      .execute()
    expect(rows.length).toBeGreaterThanOrEqual(buyers.length)
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_row, index) => index + 1))
    expect(rows.map((row) => row.attempt_id).sort()).toEqual(granted.map(({ id }) => id).sort())
    expect(new Set(rows.map(({ company }) => company)).size).toBe(1)
  })

  test('begin again with the year, and stand on the receipt with the seller', async () => {
    shop.clock.offsetMs = Date.parse('2031-01-01T00:00:10Z') - Date.now()
    await buy()
    expect(await invoicesOf(ada)).toMatchObject([{ year: 2031, number: 1, kind: 'invoice' }])
    expect((await shop.stateOf(ada)).emails[0]).toMatchObject({
      kind: 'receipt',
      props: { invoice: '2031-000001', seller: expect.stringContaining('IT00000000002'), vat: '2.15', vatRate: 22 },
    })
  })
})

describe('a credit note', () => {
  test('is written for each refund once, and their tax adds up to that of the invoice', async () => {
    const reference = await buy()
    for (const minor of [333, 333, 524]) await report(reference, 'refund', 'captured', minor)
    const [invoice, ...notes] = await invoicesOf(ada)
    expect(invoice).toMatchObject({ kind: 'invoice', total_minor: 1190, vat_minor: 215, vat_per_mille: 220 })
    expect(notes.map(({ total_minor: total }) => total)).toEqual([333, 333, 524])
    expect(notes.reduce((sum, note) => sum + note.vat_minor, 0)).toBe(215)
    expect(new Set(notes.map((note) => note.refund_id)).size).toBe(3)
  })

  test('is written for what is left when a dispute is lost, and for nothing when it is won', async () => {
    const reference = await buy()
    await report(reference, 'refund', 'captured', 190)
    await report(reference, 'dispute', 'failed')
    await report(reference, 'dispute', 'failed')
    const notes = (await invoicesOf(ada)).filter(({ kind }) => kind === 'credit_note')
    expect(notes.map((note) => [note.total_minor, note.refund_id === null])).toEqual([
      [190, false],
      [1000, true],
    ])
    const eve = await shop.customer()
    const won = await buy(eve)
    await report(won, 'dispute', 'processing')
    await report(won, 'dispute', 'captured')
    expect(await invoicesOf(eve)).toMatchObject([{ kind: 'invoice' }])
  })
})

describe('VAT', () => {
  const at = new Date('2026-11-22T12:00:00Z')
  test.each([
    ['IT', 22],
    ['ES', 21],
    ['FR', 20],
    ['IE', 23],
    ['GB', 20],
    ['FI', 25.5],
    // A country that the table does not have.
    ['CH', 22],
  ])('of a member in %s is %d %%', (country, percent) => expect(vatRateFor(brand, country, at)).toBe(percent))
  test('follows the day of the sale', () =>
    expect(['2025-06-30', '2025-07-01'].map((day) => vatRateFor(brand, 'EE', new Date(`${day}T12:00:00Z`)))).toEqual([
      22, 24,
    ]))

  test('is that of the member’s country on the page, on the invoice and in the report of the quarter', async () => {
    shop.clock.offsetMs = Date.parse('2032-04-02T00:00:00Z') - Date.now()
    const eve = await shop.customer({ country: 'FR' })
    const region = await shop.db
      .selectFrom('geo_regions')
      .select('id')
      .where('country', '=', 'FR')
      .limit(1)
      .executeTakeFirstOrThrow()
    await shop.db
      .updateTable('members')
      .set({ country: 'FR', region_id: region.id })
      .where('id', '=', eve.memberId)
      .execute()
    const rules = await shop.call(eve, routes.payRules.path, { clickid: eve.clickid })
    expect(rules.body).toMatchObject({ vatRate: 20 })
    await buy(eve)
    const reference = await buy()
    await report(reference, 'refund', 'captured', 190)
    expect(await command('--year', '2032', '--quarter', '2')).toEqual({
      ok: true,
      lines: [
        'IT00000000002  FR  20 %  net 9.92 EUR  VAT 1.98 EUR  total 11.90 EUR  1 invoices, 0 credit notes',
        'IT00000000002  IT  22 %  net 8.19 EUR  VAT 1.81 EUR  total 10.00 EUR  1 invoices, 1 credit notes',
        '2 lines for quarter 2 of 2032, dates in UTC',
      ],
    })
    expect((await command('--year', '2032', '--quarter', '1')).lines).toHaveLength(1)
  })

  test.each([[[]], [['--year', '26', '--quarter', '1']], [['--year', '2026', '--quarter', '5']]])(
    'is not reported for %j',
    async (args) => expect(await command(...args)).toMatchObject({ ok: false }),
  )
})
