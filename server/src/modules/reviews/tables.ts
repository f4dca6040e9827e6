import { withMember, type Tables } from '#platform/database/table.ts'

export const tables = {
  reviews: {
    holds: 'a member’s review of the brand',
    keep: withMember,
    erase: 'cascades',
    export: {
      key: 'id',
      columns: 'author_name author_age stars body locale state refusal created_at decided_at',
      not: 'id brand_id author_gender sample site_origin',
    },
  },
} as const satisfies Tables
