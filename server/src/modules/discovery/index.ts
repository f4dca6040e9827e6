import type { Module } from '#platform/module.ts'
import type { DiscoveryDeps } from './deps.ts'
import { discoveryRoutes } from './routes.ts'

export { type CardRow } from './cards.ts'
export { createCounts, type Counts } from './counts.ts'
export { oneCard } from './queries.ts'
export type { DiscoveryDeps } from './deps.ts'

/** The list, its order and pages, the match, and single cards. */
export function createDiscovery(deps: DiscoveryDeps): Module {
  return { routes: (http) => discoveryRoutes(http, deps) }
}
