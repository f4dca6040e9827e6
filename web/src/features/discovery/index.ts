export { default as Find, loader as loadFind } from './find/find.tsx'
export { matchesKey } from './find/match-query.ts'
export { angelQuery } from './member/angel-query.ts'
export { PersonMenu } from './member/person-menu.tsx'
