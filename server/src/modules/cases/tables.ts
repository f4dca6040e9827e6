import { byLaw, type Tables } from '#platform/database/table.ts'

export const tables = {
  cases: {
    holds: 'something a moderator has to decide, who holds it, and the decision',
    keep: byLaw('how soon reports and appeals were decided is published each year'),
    erase: { stays: 'without the member; a waiting one is closed when it is opened' },
    export: { none: 'how the moderators work; what was decided is in restrictions.json and reports.json' },
  },
  case_skips: {
    holds: 'that a moderator does not want to decide a case',
    keep: byLaw('as long as its case'),
    erase: 'names no member',
    export: { none: 'how the moderators work' },
  },
} as const satisfies Tables
