import * as z from 'zod/mini'
import { text } from '../fields.ts'
import { route } from '../route.ts'
import { brandParams, day, time } from './fields.ts'
import {
  comparedHarms,
  comparedRates,
  comparisonAims,
  comparisonPoints,
  figureDimensions,
  figureNames,
  figureSteps,
} from './figure-words.ts'
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

/** Within which a share or a difference is, with 95 %; parts of one. */
const interval = z.strictObject({ low: z.number(), high: z.number() })
const which = z.union([z.literal(0), z.literal(1)])
const share = z.strictObject({ count, of: count, interval })

const comparison = z.strictObject({
  /** The flow whose visitors are divided, and the one that `share` of a hundred get. */
  flows: z.tuple([z.string(), z.string()]),
  share: z.int(),
  /** Sign-ups of these days are compared; null before there are any. */
  from: z.string(),
  to: z.nullable(z.string()),
  /** Sign-ups after `to`: they have had less time than a withdrawal has. */
  waiting: z.tuple([count, count]),
  rates: z.array(
    z.strictObject({
      rate: z.enum(comparedRates),
      shares: z.tuple([share, share]),
      /** Of the second above the first. */
      difference: interval,
      /** How many have to come yet, to both together, to find the difference that is asked for. */
      needed: count,
    }),
  ),
  conclusion: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('too_few'), needed: count }),
    z.strictObject({ kind: z.literal('alike') }),
    z.strictObject({ kind: z.literal('better'), which }),
    z.strictObject({ kind: z.literal('at_a_price'), which, harms: z.array(z.enum(comparedHarms)) }),
  ]),
})
export type FlowComparison = z.infer<typeof comparison>

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
      /** Divided, there are values with less of the first figure than the 500 that are given. */
      more: z.boolean(),
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
    access: may('exportFigures'),
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
  figureFlows: route({
    id: 'figureFlows',
    method: 'GET',
    path: '/admin/api/:brand/figures/flows',
    tag,
    access: figures,
    summary:
      'The flows of the brand that are compared with each other: for those who signed up, how many wrote, paid, took it back or complained, with intervals, how many are needed to find a difference of `points` in a hundred, and what can be concluded by `aim`.',
    params: brandParams,
    query: z.strictObject({ aim: z.enum(comparisonAims), points: z.enum(comparisonPoints) }),
    reply: z.strictObject({ comparisons: z.array(comparison) }),
    failures,
  }),
  figureRows: route({
    id: 'figureRows',
    method: 'GET',
    path: '/admin/api/:brand/figures/rows',
    tag,
    access: figures,
    summary:
      'The rows that a figure of a day counts, by their ids, as they are now: at most 1,000. Figures of sign-ups also for the days until `to`, and of one flow. Recorded in the audit.',
    params: brandParams,
    query: z.strictObject({
      day,
      metric: z.enum(figureNames),
      to: z.optional(day),
      flow: z.optional(z.string().check(z.maxLength(16))),
    }),
    reply: z.strictObject({ rows: z.array(row) }),
    failures,
  }),
} as const
