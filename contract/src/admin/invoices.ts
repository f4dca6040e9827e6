import * as z from 'zod/mini'
import { text } from '../fields.ts'
import { route } from '../route.ts'
import { brandParams, time } from './fields.ts'
import { may } from './permissions.ts'

const tag = 'staff'
const money = may('readMoney')
const failures = [401, 403]

/** By the calendar of the company; without both, the one that runs. */
const quarter = {
  year: z.optional(z.coerce.number().check(z.int(), z.gte(2020), z.lte(2100))),
  quarter: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(4))),
}
const ofQuarter = z.strictObject(quarter)
const named = { year: z.int(), quarter: z.int() }

const document = z.strictObject({
  company: z.string(),
  kind: z.enum(['invoice', 'credit_note']),
  /** As printed: `2026-000012`, `NC-2026-000003`. */
  number: z.string(),
  order: z.uuid(),
  at: time,
  country: z.string(),
  territory: z.nullable(z.string()),
  vatPerMille: z.int(),
  totalMinor: z.int(),
  vatMinor: z.int(),
  currency: z.string(),
  /** For the next page. */
  key: z.string(),
})
export type InvoiceRow = z.infer<typeof document>

const vatLine = z.strictObject({
  company: z.string(),
  declaredIn: z.enum(['one-stop shop', 'domestic', 'elsewhere', 'outside the VAT area']),
  /** An earlier quarter if the sale was refunded in this one. */
  sold: z.strictObject(named),
  country: z.string(),
  territory: z.nullable(z.string()),
  vatPerMille: z.int(),
  currency: z.string(),
  invoices: z.int(),
  creditNotes: z.int(),
  /** Invoices less credit notes: below zero where more was credited. */
  totalMinor: z.int(),
  vatMinor: z.int(),
})
export type VatRow = z.infer<typeof vatLine>

export const invoiceRoutes = {
  invoices: route({
    id: 'invoices',
    method: 'GET',
    path: '/admin/api/:brand/invoices',
    tag,
    access: money,
    summary:
      'Invoices and credit notes of the brand in a quarter, newest first, 50 a page; with `search`, the one with this number.',
    params: brandParams,
    query: z.strictObject({
      ...quarter,
      search: z.optional(text(40)),
      afterAt: z.optional(time),
      afterKey: z.optional(
        z.string().check(z.maxLength(80), z.regex(/^[\w .-]{1,40}\/(invoice|credit_note)\/\d{4}\/\d{1,9}$/)),
      ),
    }),
    reply: z.strictObject({ ...named, documents: z.array(document), more: z.boolean() }),
    failures,
  }),
  invoiceDocument: route({
    id: 'invoiceDocument',
    method: 'GET',
    path: '/admin/api/:brand/orders/:order/documents/:number',
    tag,
    access: money,
    summary: 'An invoice or credit note as PDF, as the member can download it.',
    params: z.strictObject({
      ...brandParams.shape,
      order: z.uuid(),
      number: z.string().check(z.regex(/^(NC-)?\d{4}-\d{6,9}$/)),
    }),
    reply: z.unknown(),
    failures: [...failures, 404],
  }),
  invoicesCsv: route({
    id: 'invoicesCsv',
    method: 'GET',
    path: '/admin/api/:brand/invoices.csv',
    tag,
    access: may('exportMoney'),
    summary: 'Every invoice and credit note of the brand in a quarter as CSV, oldest first. Recorded in the audit.',
    params: brandParams,
    query: ofQuarter,
    reply: z.unknown(),
    failures,
  }),
  vat: route({
    id: 'vat',
    method: 'GET',
    path: '/admin/api/:brand/vat',
    tag,
    access: money,
    summary:
      'VAT of the brand’s sales in a quarter by company, return, country, rate and currency: invoices less credit notes.',
    params: brandParams,
    query: ofQuarter,
    reply: z.strictObject({ ...named, lines: z.array(vatLine) }),
    failures,
  }),
  vatCsv: route({
    id: 'vatCsv',
    method: 'GET',
    path: '/admin/api/:brand/vat.csv',
    tag,
    access: may('exportMoney'),
    summary: 'The VAT of a quarter as CSV. Recorded in the audit.',
    params: brandParams,
    query: ofQuarter,
    reply: z.unknown(),
    failures,
  }),
} as const
