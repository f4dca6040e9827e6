import type { SearchFilters } from './http/filters.ts'

/** Ages that the product knows (decision 12.10); the last stands for everybody who is older, too. */
export const ages = { least: 18, most: 98 } as const

/** In the order in which they are shown. */
export const filterIds = [
  'age',
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
