import { withMember, type Tables } from '#platform/database/table.ts'

export const tables = {
  age_checks: {
    holds: 'result, method and date of an age check',
    keep: withMember,
    erase: 'cascades',
    export: { key: 'member_id', columns: 'result method checked_at' },
  },
} as const satisfies Tables
