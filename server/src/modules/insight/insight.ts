import { insightRoutes } from '@incontro/contract'
import { bindJobs } from '#platform/jobs/job.ts'
import type { ModuleWith } from '#platform/module.ts'
import { type ClaimDeps, type Claims, createClaims } from './claims/claims.ts'
import { kpiRoutes } from './events/kpi-events.ts'
import { insightJobs } from './jobs.ts'
import type { CountedBrand } from './rollups/count-days.ts'

export interface InsightDeps extends ClaimDeps {
  readonly brands: { readonly list: readonly (CountedBrand & { readonly pool: string })[] }
  /** Counts sample members too: in a demo. */
  readonly countsSamples?: boolean
}

export interface Insight extends ModuleWith<'routes' | 'jobs'>, Claims {}

/**
 * Claims: figures that texts may mention, measured nightly, shown only where they hold. Events: what browsers report of
 * members who allow measuring. Rollups: the operators' figures by day.
 */
export function createInsight(deps: InsightDeps): Insight {
  const { claims, measure } = createClaims(deps)
  return {
    claims,
    measure,
    routes(http) {
      kpiRoutes(http, deps)
      http.bind(insightRoutes.claims, async ({ site, reply }) => {
        const today = await claims(site.brandId)
        // Measured once a night.
        void reply.header('cache-control', 'public, max-age=60')
        return today
      })
    },
    jobs: bindJobs(insightJobs, { measure, ...deps }),
  }
}
