export { cardColumns, cardJoins, toAngel, type CardRow } from './cards.ts'
export { createCounts, type Counts } from './counts.ts'
export { oneCard } from './queries.ts'
export { discoveryRoutes, type DiscoveryDeps } from './routes.ts'
