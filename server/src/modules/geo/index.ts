export { foldName } from './fold.ts'
export type { City, Region } from './gazetteer.ts'
export { createGeo, type Geo } from './geo.ts'
export { timeZoneOf } from './time-zone.ts'
