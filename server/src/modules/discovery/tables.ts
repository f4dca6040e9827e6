import { forDays, withMember, type Tables } from '#platform/database/table.ts'
import { namesOfPlace } from '#modules/geo/index.ts'

export const tables = {
  daily_picks: {
    holds: 'a member picked for another on a day of theirs',
    keep: forDays('created_at', 14, 'until then none is picked again'),
    erase: 'cascades',
    export: { key: 'other_id', columns: 'day place other_id', not: 'created_at' },
  },
  empty_picks: {
    holds: 'a search for the people of a day that found none, so that it is not made again within the hour',
    keep: withMember,
    erase: 'cascades',
    export: { none: 'a mark of how the program looked, which says nothing of the member' },
  },
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
