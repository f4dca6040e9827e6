export { citySearch } from './city-search.ts'
export { LivesIn } from './lives-in.tsx'
