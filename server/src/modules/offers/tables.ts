import { fixed, type Tables } from '#platform/database/table.ts'

export const tables = {
  config_versions: {
    holds: 'a version of a flow, a legal page or the saved answers of a brand, who wrote, approved and published it',
    keep: fixed,
    erase: 'names no member',
    export: { none: 'of the installation, names no member' },
  },
} as const satisfies Tables
