import { fixed, type Tables } from '#platform/database/table.ts'

export const tables = {
  demo_installations: {
    holds: 'the mark of a demo: sample members reference its only row',
    keep: fixed,
    erase: 'names no member',
    export: { none: 'of the installation, names no member' },
    pool: 'reference',
    noBrand: 'the mark of a demo',
  },
} as const satisfies Tables
