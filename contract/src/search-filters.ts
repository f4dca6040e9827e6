/** The ages to choose from (rule 12.10); the last also includes everyone older. */
export const ages = { least: 18, most: 98 } as const

/** Distance bands in kilometres: a member is shown in the smallest that fits. The first is "near you". */
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
  'children',
  'smoking',
  'languages',
] as const
export type FilterId = (typeof filterIds)[number]
