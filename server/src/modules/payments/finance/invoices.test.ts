import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkedInBrands } from '#test/support/brands-folder.ts'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'

const now = new Date('2031-05-10T12:00:00Z')
const company = checkedInBrands().byKey('battito')!.company.vatNumber
let server: TestServer
let finance: TestStaff
let owner: TestStaff
let member: TestMember
let elsewhere: TestMember
beforeAll(async () => {
  server = await startTestServer({ jobs: false, clock: () => now })
  finance = await staffMember(server, { roles: ['finance@battito'], name: 'Ada', at: now })
  owner = await staffMember(server, { roles: ['owner@battito', 'owner@brisa'], at: now })
  member = await server.member({ host: 'battito.localhost' })
  elsewhere = await server.member({ host: 'brisa.localhost' })
})
afterAll(() => server?.close())

interface Wish {
  readonly number: number
  readonly at: string
  readonly kind?: 'invoice' | 'credit_note'
  readonly order?: string
  readonly brand?: string
  readonly country?: string
  readonly rate?: number
  readonly total?: number
  readonly currency?: string
}
/** An invoice with its order, or a credit note of one. @returns the order */
async function issued({ number, at, kind = 'invoice', ...wish }: Wish): Promise<string> {
  const { db } = server.database
  const { brand = 'battito', country = 'IT', rate = 220, total = 1220, currency = 'EUR' } = wish
  const id = wish.order ?? randomUUID()
  const memberId = (brand === 'battito' ? member : elsewhere).session.angelId
  const time = new Date(at)
  if (wish.order === undefined)
    await db
      .insertInto('payment_attempts')
      .values({
        id,
        brand_id: brand,
        member_id: memberId,
        order_key: randomUUID(),
        provider: 'mollie',
        connection: 'mollie',
        provider_ref: `tr_${id}`,
        flow_id: '7',
        flow_version: '1',
        plan_id: 'month',
        plan: JSON.stringify({ name: { it: 'Mese', es: 'Mes', fr: 'Mois', en: 'Month' } }),
        amount_minor: total,
        currency,
        state: 'captured',
        created_at: time,
        updated_at: time,
      })
      .execute()
  await db
    .insertInto('invoices')
    .values({
      company,
      year: time.getUTCFullYear(),
      kind,
      number,
      brand_id: brand,
      member_id: memberId,
      attempt_id: id,
      refund_id: null,
      country,
      vat_per_mille: rate,
      total_minor: total,
      vat_minor: Math.round((total * rate) / (1000 + rate)),
      currency,
      seller: 'Seller',
      issued_at: time,
    })
    .execute()
  return id
}
const get = (path: string, by = finance, brand = 'battito') => by.call(`/admin/api/${brand}/${path}`)
/** Without the mark that says it is UTF-8. */
const lines = (text: string): string[] => text.replace('\u{FEFF}', '').trimEnd().split('\n')

it('a quarter’s documents are listed by pages, by the calendar of the company, never those of another brand', async () => {
  // A quarter of an hour before midnight in Rome, at the end of the first quarter, and one after it.
  await issued({ number: 1, at: '2030-03-31T21:45:00Z' })
  await issued({ number: 2, at: '2030-03-31T22:15:00Z' })
  await issued({ number: 3, at: '2030-03-31T21:50:00Z', brand: 'brisa' })
  for (let number = 10; number < 62; number += 1) await issued({ number, at: '2030-05-01T10:00:00Z' })
  const first = (await get('invoices?year=2030&quarter=2')).body
  const last = first.documents.at(-1)
  const rest = (await get(`invoices?year=2030&quarter=2&afterAt=${last.at}&afterKey=${encodeURIComponent(last.key)}`))
    .body
  const numbers = [...first.documents, ...rest.documents].map(({ number }: { number: string }) => number)
  expect([first.documents.length, first.more, rest.more]).toEqual([50, true, false])
  const expected = [2, ...Array.from({ length: 52 }, (_, n) => n + 10)]
  expect(numbers.toSorted()).toEqual(expected.map((number) => `2030-${String(number).padStart(6, '0')}`))
  const before = (await get('invoices?year=2030&quarter=1')).body
  expect(before.documents.map(({ number }: { number: string }) => number)).toEqual(['2030-000001'])
  expect((await get('invoices?quarter=5')).status).toBe(400)
  expect((await get('invoices')).body).toMatchObject({ year: 2031, quarter: 2 })
})

it('a number finds its document of any quarter, and its PDF; of another brand neither', async () => {
  await server.database.db
    .insertInto('invoice_series')
    .values({ company, year: 2029, kind: 'invoice', last_number: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const order = await issued({ number: 700, at: '2029-02-01T10:00:00Z' })
  const other = await issued({ number: 701, at: '2029-02-01T10:00:00Z', brand: 'brisa' })
  const found = async (search: string) =>
    (await get(`invoices?search=${encodeURIComponent(search)}`)).body.documents.map(
      (one: { order: string }) => one.order,
    )
  expect(await found(' 2029-000700 ')).toEqual([order])
  for (const search of ['2029-000701', 'NC-2029-000700', '700', "' or 1=1 --"]) expect(await found(search)).toEqual([])
  const pdf = await get(`orders/${order}/documents/2029-000700`)
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(pdf.headers.get('content-disposition')).toBe('attachment; filename="2029-000700.pdf"')
  expect((await get(`orders/${order}/documents/2029-000701`)).status).toBe(404)
  expect((await get(`orders/${other}/documents/2029-000701`)).status).toBe(404)
  expect((await get(`orders/${other}/documents/2029-000701`, owner, 'brisa')).status).toBe(200)
})

it('VAT is that of the brand: each country, rate and currency apart, credit notes taken off', async () => {
  const order = await issued({ number: 80, at: '2028-02-01T10:00:00Z' })
  await issued({ number: 81, at: '2028-02-02T10:00:00Z', total: 2440 })
  await issued({ number: 1, at: '2028-02-03T10:00:00Z', kind: 'credit_note', order, total: 610 })
  await issued({ number: 82, at: '2028-02-01T10:00:00Z', country: 'ES', rate: 210, total: 1210 })
  await issued({ number: 83, at: '2028-02-01T10:00:00Z', country: 'ES', rate: 210, total: 1210, currency: 'CHF' })
  await issued({ number: 84, at: '2028-02-01T10:00:00Z', brand: 'brisa', total: 99_900 })
  const { body } = await get('vat?year=2028&quarter=1')
  const line = ({ country, currency, totalMinor, vatMinor, invoices, creditNotes }: Record<string, unknown>) => [
    country,
    currency,
    totalMinor,
    vatMinor,
    invoices,
    creditNotes,
  ]
  expect(body.lines.map(line)).toEqual([
    ['ES', 'CHF', 1210, 210, 1, 0],
    ['ES', 'EUR', 1210, 210, 1, 0],
    ['IT', 'EUR', 3050, 550, 2, 1],
  ])
  // The table and the file are of the same rows.
  const csv = await get('vat.csv?year=2028&quarter=1')
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="battito-vat-2028-q1.csv"')
  expect(lines(String(csv.body)).slice(1)).toEqual([
    `${company},one-stop shop,2028-Q1,ES,,21,CHF,1,0,10.00,2.10,12.10`,
    `${company},one-stop shop,2028-Q1,ES,,21,EUR,1,0,10.00,2.10,12.10`,
    `${company},domestic,2028-Q1,IT,,22,EUR,2,1,25.00,5.50,30.50`,
  ])
})

it('a quarter in which more was credited than sold is below zero, and no formula', async () => {
  const order = await issued({ number: 90, at: '2027-03-01T10:00:00Z' })
  await issued({ number: 2, at: '2027-04-01T10:00:00Z', kind: 'credit_note', order })
  const [, row = ''] = lines(String((await get('vat.csv?year=2027&quarter=2')).body))
  expect(row).toBe(`${company},domestic,2027-Q1,IT,,22,EUR,0,1,-10.00,-2.20,-12.20`)
})

it('the documents of a quarter are exported whole, beyond what is read at a time, and it is in the audit', async () => {
  const order = await issued({ number: 100, at: '2026-08-01T10:00:00Z' })
  await issued({ number: 5, at: '2026-08-02T10:00:00Z', kind: 'credit_note', order, total: 500 })
  await issued({ number: 101, at: '2026-08-01T10:00:00Z', brand: 'brisa' })
  const many = Array.from({ length: 1001 }, (_, n) => ({ id: randomUUID(), number: 1000 + n }))
  const time = new Date('2026-07-01T10:00:00Z')
  const own = { brand_id: 'battito', member_id: member.session.angelId }
  const { db } = server.database
  await db
    .insertInto('payment_attempts')
    .values(
      many.map(({ id }) => ({
        ...own,
        id,
        order_key: randomUUID(),
        provider: 'mollie',
        connection: 'mollie',
        flow_id: '7',
        flow_version: '1',
        plan_id: 'month',
        plan: '{}',
        amount_minor: 1220,
        currency: 'EUR',
        state: 'captured',
        created_at: time,
        updated_at: time,
      })),
    )
    .execute()
  await db
    .insertInto('invoices')
    .values(
      many.map(({ id, number }) => ({
        ...own,
        company,
        year: 2026,
        kind: 'invoice',
        number,
        attempt_id: id,
        refund_id: null,
        country: 'IT',
        vat_per_mille: 220,
        total_minor: 1220,
        vat_minor: 220,
        currency: 'EUR',
        // Nothing else of a row is written by someone.
        seller: '=1+1',
        issued_at: time,
      })),
    )
    .execute()
  const csv = lines(String((await get('invoices.csv?year=2026&quarter=3')).body))
  expect(csv.length).toBe(1 + 1001 + 2)
  expect(new Set(csv).size).toBe(csv.length)
  expect(csv.at(-2)).toBe(
    `2026-000100,invoice,2026-08-01T10:00:00.000Z,${order},${company},IT,,22,10.00,2.20,12.20,EUR`,
  )
  expect(csv.at(-1)).toBe(
    `NC-2026-000005,credit_note,2026-08-02T10:00:00.000Z,${order},${company},IT,,22,4.10,0.90,5.00,EUR`,
  )
  const { entries } = (await get('audit', owner)).body
  expect(entries[0]).toMatchObject({
    action: 'money_exported',
    by: 'Ada',
    detail: { what: 'invoices', year: 2026, quarter: 3 },
  })
})
