import type { Module } from '#platform/module.ts'
import { trustRoutes, type TrustDeps } from './routes.ts'

export type { TrustDeps } from './routes.ts'

/** Blocks, and submitting reports. */
export function createTrust(deps: TrustDeps): Module {
  return { routes: (http) => trustRoutes(http, deps) }
}
