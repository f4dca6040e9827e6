export type { ModerationDeps } from './deps.ts'
export { decideReport, openReport, reportsIn, type OpenReport, type ReportState } from './reports.ts'
export { decideReview, type ReviewDecision } from './reviews.ts'
