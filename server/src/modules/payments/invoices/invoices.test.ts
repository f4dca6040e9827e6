import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countries, orderNumberOf, routes } from '@incontro/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { runPayments } from '#commands/payments.ts'
import { newId } from '#platform/ids.ts'
import { eachWithCustomer } from '../testing/each-with-customer.ts'
import type { Customer, Shop } from '../testing/shop.ts'
import { pdfText } from '../testing/pdf-text.ts'
import type { DocumentsOf, EmailKind } from '#modules/outreach/index.ts'
import { documentsOf } from '../documents/for-email.ts'
import { paperForms } from '../documents/paper-words.ts'
import { attemptOf } from '../attempts/attempts.ts'
import { issueInvoice } from './issue.ts'
import { readReferenceRates } from './reference-rates.ts'
import { vatReport } from './vat-report.ts'
import table from './vat-rates.json' with { type: 'json' }
import type { TaxPlace } from './tax-place.ts'
import territories from './territories.json' with { type: 'json' }
import { vatFor } from './vat.ts'

const good = '4111111111111111'

test.each([
  ['it', '22,5%'],
  ['en', '22.5%'],
] as const)('a rate has a decimal in %s', (locale, text) => {
  const { rate } = paperForms(locale, 'EUR', 'UTC')
  expect([rate(225), rate(220)]).toEqual([text, '22%'])
})
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
const company = { name: 'Vicino', address: 'Via Roma 1', vatNumber: 'IT1' }
/** Name and text of the PDF with an email. */
async function attachmentOf({ memberId, brandId, locale, email: to }: Customer, kind: EmailKind, props: object) {
  const createdAt = new Date('2034-05-02T12:00:00Z')
  const email = { memberId, brandId, locale, to, kind, props, createdAt } as unknown as Parameters<DocumentsOf>[0]
  const found = await documentsOf(shop.deps)(email)
  return found.flatMap(({ name, content }) => [name, pdfText(content).replaceAll(/\s+/g, ' ')])
}
let events = 0
/** Reports a later event of a payment, as a webhook would. */
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
  test('have no gaps or duplicates, also with concurrent rollbacks', async () => {
    const buyers = await Promise.all(Array.from({ length: 8 }, () => shop.customer()))
    shop.mail.fail = true
    // Each takes a number and rolls back.
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

  test('restart each year, and are shown on the receipt with the seller', async () => {
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
  test('is issued once per refund, and their tax adds up to the invoice’s', async () => {
    const reference = await buy()
    for (const minor of [333, 333, 524]) await report(reference, 'refund', 'captured', minor)
    const [invoice, ...notes] = await invoicesOf(ada)
    expect(invoice).toMatchObject({ kind: 'invoice', total_minor: 1190, vat_minor: 215, vat_per_mille: 220 })
    expect(notes.map(({ total_minor: total }) => total)).toEqual([333, 333, 524])
    expect(notes.reduce((sum, note) => sum + note.vat_minor, 0)).toBe(215)
    expect(new Set(notes.map((note) => note.refund_id)).size).toBe(3)
  })

  test('is in the selling company’s series, limited to the remaining amount, once per refund', async () => {
    shop.clock.offsetMs = Date.parse('2037-12-31T22:59:30Z') - Date.now()
    const reference = await buy()
    shop.clock.offsetMs = Date.parse('2037-12-31T23:00:30Z') - Date.now()
    await report(reference, 'refund', 'captured', 1000)
    await report(reference, 'refund', 'captured', 500)
    await report(reference, 'refund', 'captured', 100)
    const [invoice, note, rest, ...others] = await invoicesOf(ada)
    const { seller, issued_at: issuedAt, ...row } = invoice!
    expect(seller).toMatch(/^Battito.*, .+, IT00000000002$/)
    expect(issuedAt < new Date('2037-12-31T23:00:00Z')).toBe(true)
    expect(row).toEqual({
      company: 'IT00000000002',
      year: 2037,
      kind: 'invoice',
      number: 1,
      brand_id: 'battito',
      member_id: ada.memberId,
      attempt_id: reference,
      refund_id: null,
      country: 'IT',
      territory: null,
      vat_per_mille: 220,
      total_minor: 1190,
      vat_minor: 215,
      currency: 'EUR',
    })
    const refunded = await shop.db
      .selectFrom('refunds')
      .select(['id', 'amount_minor'])
      .where('attempt_id', '=', reference)
      .execute()
    const idOf = (minor: number) => refunded.find(({ amount_minor: amount }) => amount === minor)?.id
    const { issued_at: noted, ...first } = note!
    expect(noted < new Date('2038-01-01T00:00:00Z')).toBe(true)
    expect(first).toEqual({
      ...row,
      year: 2038,
      kind: 'credit_note',
      refund_id: idOf(1000),
      total_minor: 1000,
      vat_minor: 180,
      seller,
    })
    expect(rest).toMatchObject({ number: 2, refund_id: idOf(500), total_minor: 190, vat_minor: 35 })
    expect(others).toEqual([])
    const vicino = { ...shop.deps, brandOf: () => ({ ...shop.deps.brandOf('battito')!, company: { ...company } }) }
    const eve = await shop.customer()
    const other = await buy(eve)
    await shop.db.deleteFrom('invoices').where('attempt_id', '=', other).execute()
    const attempt = (await attemptOf(shop.db, other))!
    const issued = await shop.db.transaction().execute((tx) => issueInvoice(vicino, tx, attempt, { country: 'IT' }))
    expect(issued).toEqual({ number: '2038-000001', vatRate: 22, vatMinor: 215, seller: 'Vicino, Via Roma 1, IT1' })
    // A sale from before invoices existed gets none.
    await shop.db.deleteFrom('invoices').where('attempt_id', '=', other).execute()
    await report(other, 'refund', 'captured', 100)
    expect(await invoicesOf(eve)).toEqual([])
  })

  test('is issued for the remainder when a dispute is lost, and not when it is won', async () => {
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
  /** Normalises white space. */
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

  test('of each invoice and credit note is linked in the list, with number, seller, VAT and amounts', async () => {
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
      orderNumberOf(reference),
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
    'is in the member’s language (%s), with all letters of the seller’s name',
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

  test('of a withdrawal says from what, and what comes back', async () => {
    shop.clock.offsetMs = Date.parse('2034-05-02T12:00:00Z') - Date.now()
    const reference = await buy()
    const path = `/pay/orders/${reference}/withdrawal`
    const [{ number }] = (await ordersOf(ada))[0].invoices
    expect((await get(path, ada)).statusCode).toBe(404)
    expect(await ordersOf(ada)).toMatchObject([{ withdrawn: false }])
    // Refused by the provider; no withdrawal either.
    await sql`insert into refunds (id, brand_id, member_id, attempt_id, reason, amount_minor, currency, credits, state, created_at, updated_at)
      values (gen_random_uuid(), 'battito', ${ada.memberId}, ${reference}, 'back_office', 100, 'EUR', 7, 'refused', now(), now())`.execute(
      shop.db,
    )
    expect((await get(path, ada)).statusCode).toBe(404)
    await shop.call(ada, routes.withdraw.path, { clickid: ada.clickid, reference })
    expect(await ordersOf(ada)).toMatchObject([{ withdrawn: true }])
    const text = pdfText((await get(path, ada)).rawPayload).replaceAll(/\s+/g, ' ')
    for (const part of [
      'Battito Recesso ricevuto Data 2 maggio 2034',
      'IT00000000002',
      `Ordine ${reference} Ricevuta n. ${number}`,
      'Messaggi ripresi 60 ',
      'Totale pagato 11,90 € IVA 22% compresa 2,15 € Totale rimborsato 11,90 €',
    ])
      expect(text).toContain(part)
    const eve = await shop.customer()
    expect([(await get(path, eve)).statusCode, (await get(path, null)).statusCode]).toEqual([404, 401])
    expect((await get('/pay/orders/x/withdrawal', ada)).statusCode).toBe(404)
  })

  test.each([
    ['plan-cancelled', { endsAt: '2034-08-02T12:00:00Z' }, 'Piano disdetto', 'resta attivo fino al 2 agosto 2034'],
    ['plan-resumed', { renewsAt: '2034-08-02T12:00:00Z' }, 'Il piano continua', 'Hai annullato la disdetta'],
    [
      'plan-change',
      { before: 'Sei mesi', startsAt: '2034-08-02T12:00:00Z' },
      'Il tuo piano cambierà',
      '«Sei mesi» finisce e comincia «Tre mesi»: quel giorno addebitiamo 49,80 €',
    ],
    [
      'plan-change-undone',
      { renewsAt: '2034-08-02T12:00:00Z' },
      'Il tuo piano resta com’è',
      '«Tre mesi» si rinnova il 2 agosto 2034 a 49,80 €',
    ],
    ['plan-ended', { reason: 'unpaid' }, 'Il tuo piano è finito', 'non riproviamo'],
    [
      'renewal-failed',
      { graceUntil: '2034-08-02T12:00:00Z', nextTry: null, authentication: true },
      'Il rinnovo non è stato pagato',
      'la tua banca vuole la tua conferma',
    ],
  ] as const)('of an email about a plan has its number, price and VAT: %s', async (kind, facts, heading, line) => {
    const props = {
      subscription: 'term 1',
      plan: 'Tre mesi',
      total: '49.80',
      currency: 'EUR',
      link: '/purchases',
      ...facts,
    }
    const [name, text] = await attachmentOf(ada, kind, props)
    expect(name).toBe('term 1.pdf')
    for (const part of [
      `Battito ${heading} Data 2 maggio 2034 Venditore`,
      'IT00000000002 Acquisto Tre mesi Abbonamento n. term 1 Imponibile 40,82 € IVA 22% 8,98 € Prezzo del piano 49,80 €',
      line,
    ])
      expect(text).toContain(part)
  })

  test('of an email about an order has the VAT of its invoice, wherever its member lives by now', async () => {
    const order = await buy()
    await shop.db.updateTable('members').set({ country: 'ES' }).where('id', '=', ada.memberId).execute()
    const props = { order, plan: 'Messaggi', total: '11.90', currency: 'EUR', link: '/contactUs' }
    const [, disputed] = await attachmentOf(ada, 'payment-disputed', { ...props, outcome: 'won' })
    expect(disputed).toContain(`Ordine ${order} Imponibile 9,75 € IVA 22% 2,15 € Totale dell’ordine 11,90 €`)
    expect(disputed).toContain('il pagamento resta valido')
    const another = newId()
    const [, unpaid] = await attachmentOf(ada, 'order-unpaid', { ...props, order: another })
    expect(unpaid).toContain(`Ordine ${another} Imponibile 9,83 € IVA 21% 2,07 € Totale dell’ordine 11,90 €`)
    // One that was queued before it had a number.
    const { order: _, ...before } = props
    expect(await attachmentOf(ada, 'order-unpaid', before)).toEqual([])
  })

  test('of a reminder says what renews when, and goes when the member has cancelled', async () => {
    const path = '/pay/subscription/reminder'
    await shop.pay(ada, 'plan-3m', good)
    expect((await get(path, ada)).statusCode).toBe(404)
    const [term] = (await shop.stateOf(ada)).terms
    shop.clock.offsetMs = term!.notice_due_at!.getTime() + 60_000 - Date.now()
    await shop.renew()
    // It waits: nothing was said yet.
    expect((await shop.look(ada, routes.orders.path)).body.subscription).toMatchObject({ reminded: false })
    expect((await get(path, ada)).statusCode).toBe(404)
    await shop.mailOut()
    expect((await shop.look(ada, routes.orders.path)).body.subscription).toMatchObject({ reminded: true })
    const renews = new Intl.DateTimeFormat('it', { dateStyle: 'long', timeZone: 'Europe/Rome' }).format(
      term!.period_end,
    )
    const text = pdfText((await get(path, ada)).rawPayload).replaceAll(/\s+/g, ' ')
    for (const part of [
      'Battito Il tuo piano sta per rinnovarsi',
      `IT00000000002 Acquisto`,
      `Abbonamento n. ${term!.id} Rinnovo ${renews}`,
      'Imponibile 40,82 € IVA 22% 8,98 € Addebito previsto 49,80 €',
      'disdici in due clic',
    ])
      expect(text).toContain(part)
    expect([(await get(path, await shop.customer())).statusCode, (await get(path, null)).statusCode]).toEqual([
      404, 401,
    ])
    await shop.call(ada, routes.unsubUser.path, { clickid: ada.clickid })
    expect((await shop.look(ada, routes.orders.path)).body.subscription).toMatchObject({ reminded: false })
    expect((await get(path, ada)).statusCode).toBe(404)
  })

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
    // A country that is not in the table.
    ['CH', 22],
  ])('of a member in %s is %d %%', (country, percent) => expect(vatFor(brand, { country }, at).rate).toBe(percent))
  test.each([
    ['EE', '2025-06-30T20:59:59.999Z', 22],
    ['EE', '2025-06-30T21:00:00Z', 24],
    ['RO', '2025-07-31T20:59:59.999Z', 19],
    ['RO', '2025-07-31T21:00:00Z', 21],
    ['FI', '2026-01-01T00:00:00Z', 25.5],
    // Before the first line of the table, and of a country that it lacks: the brand's.
    ['FI', '2024-08-31T20:59:59.999Z', 22],
    ['CH', '2026-01-01T00:00:00Z', 22],
  ])('follows the country and the date of the sale there: %s, %s', (country, at, percent) =>
    expect(vatFor(brand, { country }, new Date(at)).rate).toBe(percent),
  )

  test.each<[string, TaxPlace, number, string | null]>([
    ['Canarias', { country: 'ES', region: 'Canarias', city: 'Las Palmas de Gran Canaria' }, 0, 'ES-CN'],
    ['Ceuta', { country: 'ES', region: 'Ceuta', city: null }, 0, 'ES-CE'],
    ['Melilla', { country: 'ES', region: 'Melilla', city: 'Melilla' }, 0, 'ES-ML'],
    ['Balearic Islands', { country: 'ES', region: 'Islas Baleares', city: null }, 21, null],
    ['Livigno', { country: 'IT', region: 'Lombardia', province: 'Sondrio', city: 'Livigno' }, 0, 'IT-SO-LIVIGNO'],
    ['Campione', { country: 'IT', region: 'Lombardia', province: 'Como', city: 'Campione' }, 0, 'IT-CO-CAMPIONE'],
    ['another Campione', { country: 'IT', region: 'Lombardia', province: 'Brescia', city: 'Campione' }, 22, null],
    ['Milan', { country: 'IT', region: 'Lombardia', province: 'Milano', city: 'Milano' }, 22, null],
    ['Corsica', { country: 'FR', region: 'Corse', city: 'Ajaccio' }, 20, null],
    ['Northern Ireland', { country: 'GB', region: 'Northern Ireland', city: 'Belfast' }, 20, null],
    ['Helgoland', { country: 'DE', region: 'Schleswig-Holstein', city: 'Helgoland' }, 0, 'DE-HELGOLAND'],
    ['Mittelberg', { country: 'AT', region: 'Vorarlberg', city: 'Mittelberg' }, 19, 'AT-MITTELBERG'],
    ['Madeira', { country: 'PT', region: 'Madeira' }, 22, 'PT-30'],
    ['no place known', { country: 'ES', region: null, city: null }, 21, null],
  ])('of a member in %s is that of the territory', (_name, place, percent, code) => {
    const { rate, territory } = vatFor(brand, place, at)
    expect([rate, territory?.code ?? null]).toEqual([percent, code])
  })

  test('of a territory changes by its own calendar', () => {
    const place = { country: 'PT', region: 'Azores' }
    expect(vatFor(brand, place, new Date('2021-06-30T23:59:59Z')).rate).toBe(18)
    expect(vatFor(brand, place, new Date('2021-07-01T00:00:00Z')).rate).toBe(16)
    expect(vatFor(brand, { country: 'PT' }, new Date('2021-06-30T23:59:59Z')).rate).toBe(23)
  })

  test('every territory of our countries is a place that a member can choose', async () => {
    const ours = territories.territories.filter(({ country }) => countries.some((one) => one === country))
    expect(ours).toHaveLength(5)
    for (const { country, region, province, city } of ours as TaxPlace[]) {
      const found = await shop.db
        .selectFrom('geo_regions as r')
        .leftJoin('geo_cities as c', 'c.region_id', 'r.id')
        .select('r.id')
        .where('r.country', '=', country)
        .where('r.name', '=', region ?? '')
        .$if(city !== undefined, (query) =>
          query.where('c.name', '=', city ?? '').where('c.province', '=', province ?? ''),
        )
        .limit(1)
        .execute()
      expect([region, city, found.length]).toEqual([region, city, 1])
    }
  })

  test('is in the table for every country of the union, in the order of its dates', () => {
    const union = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')
    expect(Object.keys(table.rates)).toEqual(expect.arrayContaining(union))
    for (const lines of Object.values(table.rates)) {
      const days = lines.map(({ since }) => since)
      expect(days).toEqual([...new Set(days)].toSorted())
      for (const { percent } of lines) expect(percent).toSatisfy((n) => n >= 15 && n <= 27)
    }
  })

  test('is that of the member’s country on the page, on the invoice and in the quarterly report', async () => {
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
        'IT00000000002  one-stop shop  FR  20 %  net 9.92 EUR  VAT 1.98 EUR  total 11.90 EUR  1 invoices, 0 credit notes',
        'IT00000000002  domestic  IT  22 %  net 8.19 EUR  VAT 1.81 EUR  total 10.00 EUR  1 invoices, 1 credit notes',
        'IT00000000002  VAT for the one-stop shop: 1.98 EUR',
        '2 lines for quarter 2 of 2032, by the calendar of each company’s country',
      ],
    })
    expect((await command('--year', '2032', '--quarter', '1')).lines).toHaveLength(1)
  })

  test.each([
    ['Canarias', 'ES-CN', 'España (Canarias)', 'Canarias está fuera del territorio del IVA'],
    ['Ceuta', 'ES-CE', 'España (Ceuta)', 'Ceuta está fuera del territorio del IVA'],
    ['Melilla', 'ES-ML', 'España (Melilla)', 'Melilla está fuera del territorio del IVA'],
  ])('of a member in %s is none: on the page, the invoice and in the report', async (name, code, place, note) => {
    shop.clock.offsetMs = Date.parse('2033-05-05T12:00:00Z') - Date.now()
    const eve = await shop.customer({ country: 'ES', locale: 'es' })
    const region = await shop.db
      .selectFrom('geo_regions')
      .select('id')
      .where('country', '=', 'ES')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    await shop.db
      .updateTable('members')
      .set({ country: 'ES', region_id: region.id, locale: 'es' })
      .where('id', '=', eve.memberId)
      .execute()
    const rules = await shop.call(eve, routes.payRules.path, { clickid: eve.clickid })
    expect(rules.body).toMatchObject({ vatRate: 0, vatTerritory: name })
    const reference = await buy(eve)
    expect(await invoicesOf(eve)).toMatchObject([
      { country: 'ES', territory: code, vat_per_mille: 0, vat_minor: 0, total_minor: 1190 },
    ])
    const [{ invoices }] = (await shop.look(eve, routes.orders.path)).body.orders
    const paper = await shop.app.inject({
      url: `/pay/orders/${reference}/invoices/${invoices[0].number}`,
      headers: { 'x-member': eve.memberId },
    })
    const text = pdfText(paper.rawPayload).replaceAll(/\s+/g, ' ')
    for (const part of [place, note, 'IVA 0 %']) expect(text).toContain(part)
    const { lines } = await command('--year', '2033', '--quarter', '2')
    expect(lines).toContainEqual(
      expect.stringContaining(`IT00000000002  outside the VAT area  ${code}  0 %  net 11.90 EUR  VAT 0.00 EUR`),
    )
    // A refund is of the invoice's place, wherever its member lives by now.
    await shop.db.updateTable('members').set({ region_id: null }).where('id', '=', eve.memberId).execute()
    await report(reference, 'refund', 'captured', 190)
    expect((await invoicesOf(eve)).at(-1)).toMatchObject({ kind: 'credit_note', territory: code, vat_minor: 0 })
  })

  test.each([
    ['2026-12-31T23:30:00Z', '2027-000001', '1º gennaio 2027', { year: 2027, quarter: 1 }],
    ['2027-03-31T21:59:59Z', '2027-000001', '31 marzo 2027', { year: 2027, quarter: 1 }],
    ['2027-03-31T22:30:00Z', '2027-000001', '1º aprile 2027', { year: 2027, quarter: 2 }],
    ['2028-10-29T00:30:00Z', '2028-000001', '29 ottobre 2028', { year: 2028, quarter: 4 }],
  ])('and number and date of a sale at %s are by the company’s calendar', async (at, number, date, quarter) => {
    await shop.db.deleteFrom('invoices').execute()
    await shop.db.deleteFrom('invoice_series').execute()
    // The company's, wherever the member lives.
    shop.clock.offsetMs = Date.parse(at) - Date.now()
    const eve = await shop.customer({ country: 'GB' })
    await shop.db
      .updateTable('members')
      .set({ country: 'GB', region_id: null })
      .where('id', '=', eve.memberId)
      .execute()
    const reference = await buy(eve)
    const [{ invoices }] = (await shop.look(eve, routes.orders.path)).body.orders
    expect(invoices).toEqual([{ number, kind: 'invoice' }])
    const paper = await shop.app.inject({
      url: `/pay/orders/${reference}/invoices/${number}`,
      headers: { 'x-member': eve.memberId },
    })
    expect(pdfText(paper.rawPayload).replaceAll(/\s+/g, ' ')).toContain(`Data ${date}`)
    expect(await vatReport(shop.db, quarter, new Map())).toMatchObject([{ country: 'GB', sold: quarter, invoices: 1 }])
  })

  test('is reported by company, country, rate and currency, from the first moment of the quarter to before its end', async () => {
    const reference = await buy()
    const { rows: orders } = await sql<{ id: string }>`
      insert into payment_attempts
      select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'order_key', gen_random_uuid()))).*
      from payment_attempts a, generate_series(1, 12) where a.id = ${reference} returning id`.execute(shop.db)
    let number = 0
    const line = (changes: object) => ({
      company: 'IT1',
      year: 2036,
      kind: 'invoice',
      number: (number += 1),
      brand_id: 'battito',
      member_id: ada.memberId,
      attempt_id: orders[number - 1]?.id ?? '',
      country: 'IT',
      vat_per_mille: 220,
      total_minor: 1000,
      vat_minor: 180,
      currency: 'EUR',
      seller: 'Vicino',
      issued_at: new Date('2036-06-30T22:00:00Z'),
      ...changes,
    })
    const soldInSpring = '2036-05-01T00:00:00Z'
    const own = line({})
    const abroad = line({ country: 'FR', currency: 'GBP', issued_at: new Date(soldInSpring) })
    await shop.db
      .insertInto('invoices')
      .values([
        own,
        abroad,
        line({ company: 'IT2' }),
        line({ country: 'FR', currency: 'GBP' }),
        line({ vat_per_mille: 100, vat_minor: 91 }),
        line({ country: 'GB' }),
        line({ issued_at: new Date('2036-09-30T21:59:59.999Z') }),
        line({ kind: 'credit_note', attempt_id: own.attempt_id, total_minor: 300, vat_minor: 54 }),
        line({
          ...abroad,
          kind: 'credit_note',
          total_minor: 400,
          vat_minor: 72,
          issued_at: new Date('2036-06-30T22:00:00Z'),
        }),
        line({ issued_at: new Date('2036-06-30T21:59:59.999Z') }),
        line({ issued_at: new Date('2036-09-30T22:00:00Z') }),
        line({ issued_at: new Date('2035-08-01T00:00:00Z') }),
      ])
      .execute()
    const asked = { year: 2036, quarter: 3 }
    const one = {
      company: 'IT1',
      declaredIn: 'domestic',
      sold: asked,
      country: 'IT',
      territory: null,
      vatPerMille: 220,
      currency: 'EUR',
      invoices: 1,
      creditNotes: 0,
      totalMinor: 1000,
      vatMinor: 180,
      euro: null,
    }
    const french = { ...one, declaredIn: 'one-stop shop', country: 'FR', currency: 'GBP' }
    const refunded = { sold: { year: 2036, quarter: 2 }, invoices: 0, creditNotes: 1, totalMinor: -400, vatMinor: -72 }
    const others = [
      { ...one, declaredIn: 'elsewhere', country: 'GB' },
      { ...one, vatPerMille: 100, vatMinor: 91 },
      { ...one, invoices: 2, creditNotes: 1, totalMinor: 1700, vatMinor: 306 },
    ]
    const ofSecond = { ...one, company: 'IT2' }
    const report = (quarter: number, rates = '') =>
      vatReport(shop.db, { year: 2036, quarter }, rates === '' ? new Map() : readReferenceRates(rates))
    expect(await report(3)).toEqual([french, ...others, { ...french, ...refunded }, ofSecond])
    // Each quarter at the rate of its own last day; the 30th of September has none, so that of the 1st of October.
    const rates =
      'Date,USD,GBP,\n2036-10-02,1,0.1,\n2036-10-01,1.1,0.80,\n2036-09-29,1,0.2,\n2036-06-30,N/A,0.90,\n2036-06-27,1,0.3,\n'
    expect(await report(3, rates)).toEqual([
      { ...french, euro: { net: 1025, vat: 225, rateOf: '2036-10-01' } },
      ...others,
      { ...french, ...refunded, euro: { net: -364, vat: -80, rateOf: '2036-06-30' } },
      ofSecond,
    ])
    expect(await report(4)).toEqual([{ ...one, sold: { year: 2036, quarter: 4 } }])

    const file = join(tmpdir(), `rates-${newId()}.csv`)
    const printed = async (text: string) => {
      await writeFile(file, text)
      return command('--year', '2036', '--quarter', '3', '--rates', file)
    }
    expect((await printed(rates)).lines).toEqual(
      expect.arrayContaining([
        'IT1  one-stop shop  FR  22 %  net 8.20 GBP  VAT 1.80 GBP  total 10.00 GBP  net 10.25 EUR  VAT 2.25 EUR  ECB rate of 2036-10-01  1 invoices, 0 credit notes',
        'IT1  one-stop shop  corrects quarter 2 of 2036  FR  22 %  net -3.28 GBP  VAT -0.72 GBP  total -4.00 GBP  net -3.64 EUR  VAT -0.80 EUR  ECB rate of 2036-06-30  0 invoices, 1 credit notes',
        'IT1  VAT for the one-stop shop: 1.45 EUR',
      ]),
    )
    // A file that begins after the quarter's last day, or ends before it, may lack the right day.
    for (const days of ['2036-10-01,0.8', '2036-09-29,0.8'])
      expect((await printed(`Date,GBP\n${days}\n`)).lines).toContainEqual(
        expect.stringContaining('IT1  no total for the one-stop shop, as --rates lacks GBP of 2036-09-30'),
      )
    for (const text of ['', 'Date\n', 'Day,GBP\n', 'Date,GBP\n1 October 2036,0.8\n', 'Date,GBP\n2036-10-01,0\n'])
      expect(await printed(text)).toMatchObject({ ok: false, lines: [expect.stringMatching(/^--rates: /)] })
    await rm(file)
    await shop.db.deleteFrom('invoices').where('company', 'in', ['IT1', 'IT2']).execute()
  })

  test.each([
    [[]],
    [['--year', '26', '--quarter', '1']],
    [['--year', '2026', '--quarter', '5']],
    [['--year', '2026', '--quarter', '4', '--rates', 'missing.csv']],
  ])('is not reported for %j', async (args) => expect(await command(...args)).toMatchObject({ ok: false }))
})
