import type { Principal } from '#platform/caller.ts'
import type { Module } from '#platform/module.ts'
import type { ActivityDeps } from './deps.ts'
import { activityEvents } from './events.ts'
import { like, type Reacted } from './react.ts'
import { activityRoutes } from './routes.ts'
import { visit } from './visit.ts'

export type { ActivityDeps } from './deps.ts'
export { dislike, like, type Reacted } from './react.ts'
export { unreadOf, type Unread } from './unread.ts'
export { visit } from './visit.ts'

export interface Activity extends Module {
  like(member: Principal, otherId: string): Promise<Reacted>
  visit(member: Principal, otherId: string): Promise<void>
}

/** Likes, dislikes, visits, notifications and badges. */
export function createActivity(deps: ActivityDeps): Activity {
  return {
    routes: (http) => activityRoutes(http, deps),
    events: activityEvents(deps),
    like: (member, otherId) => like(deps, member, otherId),
    visit: (member, otherId) => visit(deps, member, otherId),
  }
}
