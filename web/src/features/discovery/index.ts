export { default as Find, loader as loadFind } from './find/find.tsx'
export { LiveSearch } from './matches/live-search.ts'
export { matchesKey } from './matches/match-query.ts'
