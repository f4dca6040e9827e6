import { withMember, type Tables } from '../../platform/table.ts'
import { namesOfPlace } from '../geo/index.ts'

export const tables = {
  saved_searches: {
    holds: 'a search that a member keeps',
    keep: withMember,
    erase: 'cascades',
    export: {
      key: 'id',
      columns: 'name filters region_id city_id whole_country seen_at created_at',
      not: 'id',
      also: namesOfPlace('saved_searches'),
    },
  },
} as const satisfies Tables
