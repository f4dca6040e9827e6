export { default as Find, loader as loadFind } from './find/find.tsx'
export { matchesKey } from './find/match-query.ts'
export { memberQuery } from './member/member-query.ts'
export { MemberMenu } from './member/member-menu.tsx'
