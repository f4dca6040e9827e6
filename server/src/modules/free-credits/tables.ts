import { fixed, withMember, type Tables } from '#platform/database/table.ts'

export const tables = {
  credit_refills: {
    holds: 'when a member’s next free credit is due',
    keep: withMember,
    erase: 'cascades',
    export: { key: 'account', columns: 'account due_at' },
    exact: true,
  },
  refill_progress: {
    holds: 'how far the job that finds due refills has come',
    keep: fixed,
    erase: 'names no member',
    export: { none: 'of the installation, names no member' },
    pool: 'own',
    noBrand: 'how far a job came',
  },
} as const satisfies Tables
