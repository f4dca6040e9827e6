import { fixed, type Tables } from '#platform/database/table.ts'

export const tables = {
  plan_prices: {
    holds: 'the price of a plan and since when',
    keep: fixed,
    erase: 'names no member',
    export: { none: 'of the installation, names no member' },
  },
} as const satisfies Tables
