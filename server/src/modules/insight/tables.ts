import { byMonth, fixed, sweptBy, type Tables } from '#platform/database/table.ts'

export const tables = {
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
  kpi_events: {
    holds: 'a step on the way to a purchase, for members who allow measuring',
    keep: byMonth('read for a year at most'),
    erase: 'cascades',
    export: { key: 'id', columns: 'name value level flow_id created_at', not: 'id brand_id' },
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
} as const satisfies Tables
