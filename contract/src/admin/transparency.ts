import * as z from 'zod/mini'
import { route } from '../route.ts'
import { brandParams, day } from './fields.ts'
import { may } from './permissions.ts'

const tag = 'moderation'
const access = may('readTransparency')
const failures = [401, 403]

/** The figures of the yearly report (regulation (EU) 2022/2065, articles 15, 18 and 24), by the section that they stand in. */
export const transparencyFigures = {
  orders: [
    'orders_to_act',
    'orders_for_information',
    'orders_by_rule',
    'orders_by_outcome',
    'order_acknowledged_hours',
    'order_effect_hours',
  ],
  crimes: ['crimes_notified', 'crimes_by_rule'],
  notices: [
    'notices_by_reason',
    'notices_by_source',
    'notices_illegal',
    'notices_by_outcome',
    'notices_acted_on',
    'notice_hours',
  ],
  decisions: [
    'decisions_by_kind',
    'decisions_by_ground',
    'decisions_by_rule',
    'decisions_by_content',
    'decisions_by_source',
    'detected_by_software',
    'decided_by_software',
    'people_deciding',
  ],
  appeals: ['appeals_by_decision', 'appeals_by_outcome', 'appeal_hours'],
  misuse: ['suspended_for_illegal', 'reporters_refused'],
  recipients: ['recipients', 'recipients_by_month'],
} as const
export type TransparencySection = keyof typeof transparencyFigures
export type TransparencyFigure = (typeof transparencyFigures)[TransparencySection][number]

const figure = z.strictObject({
  figure: z.enum(Object.values(transparencyFigures).flat() as [TransparencyFigure, ...TransparencyFigure[]]),
  /** What it is divided by: a member state, a reason, a rule …; null for a single number. */
  by: z.nullable(z.string()),
  /** Medians in hours; null where there is nothing to take one of. */
  value: z.nullable(z.number()),
})
export type TransparencyRow = z.infer<typeof figure>

/** By the calendar of the company; without it, the year that runs. */
const ofYear = z.strictObject({ year: z.optional(z.coerce.number().check(z.int(), z.gte(2024), z.lte(2100))) })

export const transparencyRoutes = {
  transparency: route({
    id: 'transparency',
    method: 'GET',
    path: '/admin/api/:brand/transparency',
    tag,
    access,
    summary:
      'The figures of the yearly transparency report, counted from the rows. `isDue` is false for a brand whose company is a micro or small enterprise.',
    params: brandParams,
    query: ofYear,
    reply: z.strictObject({ year: z.int(), isDue: z.boolean(), figures: z.array(figure) }),
    failures,
  }),
  transparencyCsv: route({
    id: 'transparencyCsv',
    method: 'GET',
    path: '/admin/api/:brand/transparency.csv',
    tag,
    access,
    summary: 'The report as CSV. Recorded in the audit. 409 `not_due` for a micro or small enterprise.',
    params: brandParams,
    query: ofYear,
    reply: z.unknown(),
    failures: [...failures, 409],
  }),
  transparencyMarkdown: route({
    id: 'transparencyMarkdown',
    method: 'GET',
    path: '/admin/api/:brand/transparency.md',
    tag,
    access,
    summary:
      'The report as Markdown, to be published. Recorded in the audit. 409 `not_due` for a micro or small enterprise.',
    params: brandParams,
    query: ofYear,
    reply: z.unknown(),
    failures: [...failures, 409],
  }),
  statementsCsv: route({
    id: 'statementsCsv',
    method: 'GET',
    path: '/admin/api/:brand/statements.csv',
    tag,
    access,
    summary:
      'Statements of reasons of some days in the columns of the Commission’s transparency database, without personal data. Recorded in the audit. 409 `not_due` for a micro or small enterprise.',
    params: brandParams,
    query: z.strictObject({ from: day, until: day }),
    reply: z.unknown(),
    failures: [...failures, 409],
  }),
} as const
