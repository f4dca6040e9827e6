import { withMember, type Tables } from '#platform/database/table.ts'

export const tables = {
  blocks: {
    holds: 'one side of a block between two members',
    keep: withMember,
    erase: 'cascades',
    // A block set by another member is their data.
    export: { key: 'other_id', columns: 'other_id created_at', not: 'made_by_me', where: 'made_by_me' },
  },
} as const satisfies Tables
