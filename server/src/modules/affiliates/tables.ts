import { forDays, type Tables } from '#platform/database/table.ts'

export const tables = {
  affiliate_imports: {
    holds: 'a click or order reported by a brand’s affiliate',
    keep: forDays('created_at', 400, 'a campaign is compared with that of the year before'),
    erase: 'cascades',
    export: {
      key: 'reference',
      columns: 'reference kind campaign page_type attempt_id created_at',
      not: 'brand_id cancelled_at',
    },
  },
} as const satisfies Tables
