export { decideReport, reportsIn, type ReadReport, type ReportDecision, type ReportState } from './reports.ts'
export { trustRoutes, type TrustDeps } from './routes.ts'
