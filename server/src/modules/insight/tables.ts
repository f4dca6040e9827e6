import { byMonth, fixed, forDays, sweptBy, type Tables } from '#platform/database/table.ts'

export const tables = {
  active_months: {
    holds: 'how many members were there in a month',
    keep: forDays('month', 1830, 'published each half year, and compared with the years before'),
    erase: 'names no member',
    export: { none: 'counts, names no member' },
  },
  answers_by_day: {
    holds: 'how many first messages of a day were answered, by brand',
    keep: sweptBy('insight-measure'),
    erase: 'names no member',
    export: { none: 'of the installation, names no member' },
  },
  claim_figures: {
    holds: 'the last measurement of a marketing claim',
    keep: fixed,
    erase: 'names no member',
    export: { none: 'of the installation, names no member' },
  },
  kpi_cohorts: {
    holds: 'how many of those who signed up in a week were there, and paid, in each week after it',
    keep: forDays('week', 1830, 'figures are compared with those of the years before'),
    erase: 'names no member',
    export: { none: 'counts, names no member' },
  },
  kpi_counted: {
    holds: 'when the figures of a day were counted, and whether they are final',
    keep: forDays('day', 1830, 'as long as its figures'),
    erase: 'names no member',
    export: { none: 'of the installation, names no member' },
  },
  kpi_days: {
    holds: 'a figure of a day: how often, and how much money, by flow, source, campaign and country',
    keep: forDays('day', 1830, 'figures are compared with those of the years before'),
    erase: 'names no member',
    export: { none: 'counts, names no member' },
  },
  kpi_events: {
    holds: 'a step on the way to a purchase, for members who allow measuring',
    keep: byMonth('read for a year at most'),
    erase: 'cascades',
    export: { key: 'id', columns: 'name value level flow_id created_at', not: 'id brand_id' },
  },
  kpi_slices: {
    holds: 'a figure of a day divided by one thing: flow, source, campaign, country, region or gender',
    keep: forDays('day', 1830, 'figures are compared with those of the years before'),
    erase: 'names no member',
    export: { none: 'counts, names no member' },
  },
  measured_days: {
    holds: 'a day whose figures are complete',
    keep: sweptBy('insight-measure'),
    erase: 'names no member',
    export: { none: 'of the installation, names no member' },
  },
  received_by_day: {
    holds: 'likes and first messages that members received on a day',
    keep: sweptBy('insight-measure'),
    erase: 'cascades',
    export: {
      none: 'counts of the likes and messages in reactions.json and conversations.json, for the figures of a brand',
    },
  },
  visit_days: {
    holds: 'how many visits of a day began at a page, by source, campaign and flow; of no one',
    keep: forDays('day', 400, 'they are in the figures of their day'),
    erase: 'names no member',
    export: { none: 'counts, names no member' },
  },
} as const satisfies Tables
