import type { Principal } from '#platform/caller.ts'
import type { ModuleWith } from '#platform/module.ts'
import type { EventHandlers } from '#platform/live/socket/server.ts'
import type { AgeCheckDeps } from './deps.ts'
import { refuseUnchecked, refuseUncheckedEvents } from './gate.ts'
import { walletRoutes } from './wallet-routes.ts'

export type { AgeCheckDeps } from './deps.ts'
export type { AgeAnswer, AgeQuestion, AgeVerifier } from './port.ts'
export { ageCheckResult, recordAgeCheck } from './records.ts'

export interface AgeChecks extends ModuleWith<'routes'> {
  /** @throws Failure 403 `age_check_required` for a route that requires the check */
  refuse(member: Principal, routeId: string): Promise<void>
  /** Wraps event handlers so that they are refused until the check is done. */
  refuseEvents(handlers: EventHandlers): EventHandlers
}

/** Age checks: whether members have proved that they are 18, where their flow requires it. */
export function createAgeChecks(deps: AgeCheckDeps): AgeChecks {
  return {
    routes: (http) => walletRoutes(http, deps),
    refuse: (member, routeId) => refuseUnchecked(deps, member, routeId),
    refuseEvents: (handlers) => refuseUncheckedEvents(deps, handlers),
  }
}
