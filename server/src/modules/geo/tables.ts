import { fixed, type Tables } from '#platform/database/table.ts'

export const tables = {
  geo_cities: {
    holds: 'a city',
    keep: fixed,
    erase: 'names no member',
    export: { none: 'of the installation, names no member' },
    pool: 'reference',
    noBrand: 'geography',
  },
  geo_regions: {
    holds: 'a region of a country',
    keep: fixed,
    erase: 'names no member',
    export: { none: 'of the installation, names no member' },
    pool: 'reference',
    noBrand: 'geography',
  },
} as const satisfies Tables
