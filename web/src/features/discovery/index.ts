export { default as Find, loader as loadFind } from './find/find.tsx'
export { matchesKey } from './matches/match-query.ts'
export { memberPageKey, memberQuery } from './member/member-query.ts'
