import type { Module } from '../../platform/module.ts'
import { trustRoutes, type TrustDeps } from './routes.ts'

export { decideReport, reportsIn, type ReadReport, type ReportDecision, type ReportState } from './reports.ts'
export type { TrustDeps } from './routes.ts'

/** Blocks and reports. */
export function createTrust(deps: TrustDeps): Module {
  return { routes: (http) => trustRoutes(http, deps) }
}
