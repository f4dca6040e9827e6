import type { Module } from '#platform/module.ts'
import { supportRoutes, type SupportDeps } from './routes.ts'

export type { SupportDeps } from './routes.ts'

/** The contact form. */
export function createSupport(deps: SupportDeps): Module {
  return { routes: (http) => supportRoutes(http, deps) }
}
