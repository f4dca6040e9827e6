import type { SearchFilters } from './http/filters.ts'

/** Ages that the product knows (decision 12.10); the last stands for everybody who is older, too. */
export const ages = { least: 18, most: 98 } as const

/** How far others live, in kilometres: the narrowest that reaches them is shown. The first is "near you". */
export const distanceBands = [10, 25, 50, 100, 200] as const
export type DistanceBand = (typeof distanceBands)[number]

/** In the order in which they are shown. */
export const filterIds = [
  'age',
  'distance',
  'intents',
  'height',
  'online',
  'isNew',
  'withPhoto',
  'verified',
  'withWords',
  'sharedInterests',
] as const satisfies readonly (keyof SearchFilters)[]
export type FilterId = (typeof filterIds)[number]
