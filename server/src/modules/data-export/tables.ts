import { sweptBy, type Tables } from '#platform/database/table.ts'

export const tables = {
  data_exports: {
    holds: 'a member’s own data as an archive',
    keep: sweptBy('data-export-remove'),
    erase: 'cascades',
    export: { none: 'the archive itself' },
  },
} as const satisfies Tables
