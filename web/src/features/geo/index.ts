export { citySearch } from './city-search.ts'
export { LivesIn } from './lives-in.tsx'
export { RegionField } from './region-field.tsx'
export { unknownTown } from './unknown-town.ts'
