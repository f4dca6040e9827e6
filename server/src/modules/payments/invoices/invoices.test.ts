import { routes } from '@incontro/contract'
import { describe, expect, test } from 'vitest'
import { runPayments } from '../../../commands/payments.ts'
import { eachWithCustomer } from '../testing/each-with-customer.ts'
import type { Customer, Shop } from '../testing/shop.ts'
import { pdfText } from '../testing/pdf-text.ts'
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
      .where('brand_id', '=', 'battito')
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

describe('the PDF', () => {
  const pathOf = (reference: string, number: string) => `/pay/orders/${reference}/invoices/${number}`
  const get = (path: string, member: Customer | null) =>
    shop.app.inject({ url: path, headers: member ? { 'x-member': member.memberId } : {} })
  const ordersOf = async (member: Customer) => (await shop.look(member, routes.orders.path)).body.orders
  /** As it is read: every blank the same. */
  const readable = async (path: string, member: Customer) => {
    const response = await get(path, member)
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${path.split('/').at(-1)}.pdf"`,
      'cache-control': 'private, no-store',
    })
    expect(response.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    return pdfText(response.rawPayload).replaceAll(/\s+/g, ' ')
  }

  test('of each invoice and credit note of an order stands in the list, with number, seller, VAT and amounts', async () => {
    shop.clock.offsetMs = Date.parse('2033-03-09T12:00:00Z') - Date.now()
    const reference = await buy()
    await report(reference, 'refund', 'captured', 190)
    expect(await ordersOf(ada)).toMatchObject([
      {
        reference,
        invoices: [
          { number: '2033-000001', kind: 'invoice' },
          { number: 'NC-2033-000001', kind: 'credit_note' },
        ],
      },
    ])
    const invoice = await readable(pathOf(reference, '2033-000001'), ada)
    for (const part of [
      'Battito Ricevuta n. 2033-000001 Data 9 marzo 2033',
      'IT00000000002',
      reference,
      'Italia',
      'Imponibile 9,75 € IVA 22% 2,15 € Totale pagato 11,90 €',
    ])
      expect(invoice).toContain(part)
    const note = await readable(pathOf(reference, 'NC-2033-000001'), ada)
    expect(note).toContain('Nota di credito n. NC-2033-000001')
    expect(note).toContain('Storna la ricevuta n. 2033-000001')
    expect(note).toContain('Imponibile 1,56 € IVA 22% 0,34 € Totale accreditato 1,90 €')
  })

  test.each([
    ['es', 'Recibo n.º', 'Base imponible 9,75 € IVA 22 % 2,15 €'],
    ['fr', 'Reçu n°', 'Montant HT 9,75 € TVA 22 % 2,15 €'],
    ['en', 'Receipt no.', 'Net amount €9.75 VAT 22% €2.15'],
  ] as const)(
    'is in the language of the member (%s), every letter of the seller too',
    async (locale, heading, sums) => {
      const member = await shop.customer({ locale })
      const reference = await buy(member)
      const seller = 'Łódź Świętość Æther ¿Ñandú? Œuvre Αθήνα Варна, IT00000000002'
      await shop.db.updateTable('invoices').set({ seller }).where('attempt_id', '=', reference).execute()
      const [{ invoices }] = await ordersOf(member)
      const text = await readable(pathOf(reference, invoices[0].number), member)
      expect(text).toContain(`${heading} ${invoices[0].number}`)
      expect(text).toContain(seller)
      expect(text).toContain(sums)
    },
  )

  test('is not given to other members, and one that does not exist looks the same', async () => {
    const reference = await buy()
    const [{ invoices }] = await ordersOf(ada)
    const { number } = invoices[0]
    const eve = await shop.customer()
    const other = await buy(eve)
    expect((await get(pathOf(reference, number), null)).statusCode).toBe(401)
    const unknown = await get(pathOf('00000000-0000-4000-8000-000000000000', number), eve)
    expect(unknown.statusCode).toBe(404)
    for (const path of [
      pathOf(reference, number),
      pathOf(other, number),
      pathOf(other, `NC-${number}`),
      pathOf(other, '..%2F..%2Fetc'),
      pathOf("x'--", number),
      pathOf(reference, '%00'),
    ]) {
      const response = await get(path, eve)
      expect([path, response.statusCode, response.json().code]).toEqual([path, 404, unknown.json().code])
      expect(response.headers['content-type']).toMatch(/problem\+json/)
    }
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
