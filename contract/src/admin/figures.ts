import * as z from 'zod/mini'
import { text } from '../fields.ts'
import { route } from '../route.ts'
import { brandParams, day, time } from './fields.ts'
import { figureDimensions, figureNames, figureSteps } from './figure-words.ts'
import { may } from './permissions.ts'

const tag = 'staff'
const failures = [401, 403]
const figures = may('readFigures')

/** Both days included, by the calendar of the company; two years at most. */
const period = { from: day, to: day }

const asked = {
  ...period,
  /** Names, separated by commas. */
  metrics: text(600),
  step: z.optional(z.enum(figureSteps)),
  /** Divided by this over the whole period, and not by day. */
  by: z.optional(z.enum(figureDimensions)),
  /** Only what has this value of this dimension. */
  of: z.optional(z.enum(figureDimensions)),
  value: z.optional(z.string().check(z.maxLength(200))),
}

const count = z.int()
const point = z.strictObject({
  metric: z.string(),
  /** The first day of a step, or a value of the dimension; empty if it has none. */
  at: z.string(),
  currency: z.string(),
  count,
  amountMinor: z.int(),
})
export type FigurePoint = z.infer<typeof point>

const region = z.strictObject({
  country: z.string(),
  region: z.string(),
  women: count,
  men: count,
  newWomen: count,
  newMen: count,
  advertising: z.enum(['goes_on', 'stops', 'too_few']),
})
export type FigureRegion = z.infer<typeof region>

const cohort = z.strictObject({
  week: z.string(),
  age: z.int(),
  metric: z.enum(['signed_up', 'present', 'paid']),
  currency: z.string(),
  count,
  amountMinor: z.int(),
})
export type FigureCohort = z.infer<typeof cohort>

const row = z.strictObject({
  /** Of a member, a payment, an email … */
  id: z.string(),
  count,
  flow: z.string(),
  source: z.string(),
  campaign: z.string(),
  country: z.string(),
  currency: z.string(),
  amountMinor: z.int(),
})
export type FigureFact = z.infer<typeof row>

export const figureRoutes = {
  figures: route({
    id: 'figures',
    method: 'GET',
    path: '/admin/api/:brand/figures',
    tag,
    access: figures,
    summary:
      'Figures of the brand in a period of up to two years: by day, week or month, or divided by one dimension. Counted once an hour and every night, never while asked.',
    params: brandParams,
    query: z.strictObject(asked),
    reply: z.strictObject({
      points: z.array(point),
      /** Names of regions, by the value that stands for them. */
      names: z.record(z.string(), z.string()),
      countedAt: z.nullable(time),
    }),
    failures,
  }),
  figuresCsv: route({
    id: 'figuresCsv',
    method: 'GET',
    path: '/admin/api/:brand/figures.csv',
    tag,
    access: figures,
    summary: 'The same figures as CSV. Recorded in the audit.',
    params: brandParams,
    query: z.strictObject(asked),
    reply: z.unknown(),
    failures,
  }),
  figureBalance: route({
    id: 'figureBalance',
    method: 'GET',
    path: '/admin/api/:brand/figures/balance',
    tag,
    access: figures,
    summary: 'Women and men who were there within 30 days, by region, and whether advertising there goes on.',
    params: brandParams,
    query: z.strictObject(period),
    reply: z.strictObject({ day: z.nullable(z.string()), regions: z.array(region) }),
    failures,
  }),
  figureCohorts: route({
    id: 'figureCohorts',
    method: 'GET',
    path: '/admin/api/:brand/figures/cohorts',
    tag,
    access: figures,
    summary: 'Members by the week in which they signed up: who was there, and paid, in each of the twelve weeks after.',
    params: brandParams,
    query: z.strictObject(period),
    reply: z.strictObject({ cohorts: z.array(cohort) }),
    failures,
  }),
  figureRows: route({
    id: 'figureRows',
    method: 'GET',
    path: '/admin/api/:brand/figures/rows',
    tag,
    access: figures,
    summary:
      'The rows that a figure of a day counts, by their ids, as they are now: at most 1,000. Recorded in the audit.',
    params: brandParams,
    query: z.strictObject({ day, metric: z.enum(figureNames) }),
    reply: z.strictObject({ rows: z.array(row) }),
    failures,
  }),
} as const
