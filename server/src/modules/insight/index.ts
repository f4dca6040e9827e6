export { createFigures, periodAsked } from './desk/figures.ts'
export { outcomesOf, type Outcomes } from './desk/outcomes.ts'
export { createInsight, type Insight } from './insight.ts'
export {
  cohorts,
  dimensions,
  figures,
  funnel,
  funnelSteps,
  rowsOf,
  type Asked,
  type Dimension,
} from './rollups/report.ts'
export { campaignFigures, type CampaignFigure, lastCounted } from './rollups/slices.ts'
export { createVisitCounter, type VisitCounter } from './rollups/visit-counter.ts'
