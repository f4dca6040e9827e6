import { routes } from '@incontro/contract'
import { bindJobs } from '#platform/jobs/job.ts'
import type { ModuleWith } from '#platform/module.ts'
import { cancelImport, importOnce } from './imports.ts'
import { affiliateJobs } from './jobs.ts'
import type { PostbackDeps } from './postbacks/deps.ts'

export { reportedCampaigns } from './campaigns.ts'
export { latestPostbacks } from './postbacks/send.ts'

/**
 * What a brand's affiliate reports, stored for attribution: nothing is granted, charged or cancelled by it. What is
 * reported to the trackers of affiliates.
 */
export function createAffiliates(deps: PostbackDeps): ModuleWith<'routes' | 'jobs'> {
  const done = { result: 'OK' as const }
  return {
    routes(http) {
      http.bind(routes.importClick, async ({ body, site }) => {
        await importOnce(deps, { ...body, kind: 'click', brandId: site.brandId })
        return done
      })
      http.bind(routes.importOrder, async ({ body, site }) => {
        await importOnce(deps, { ...body, kind: 'order', brandId: site.brandId })
        return done
      })
      http.bind(routes.importUpsell, async ({ body, site }) => {
        await importOnce(deps, { ...body, kind: 'upsell', brandId: site.brandId })
        return done
      })
      http.bind(routes.cancelOrder, async ({ body, site }) => {
        await cancelImport(deps, { ...body, brandId: site.brandId })
        return done
      })
    },
    jobs: bindJobs(affiliateJobs, deps),
  }
}
