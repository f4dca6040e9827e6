import { routes } from '@incontro/contract'
import { bindJobs } from '#platform/jobs/job.ts'
import type { ModuleWith } from '#platform/module.ts'
import { cancelImport, importOnce } from './imports.ts'
import { affiliateJobs } from './jobs.ts'
import { affiliateOfKey } from './keys.ts'
import type { PostbackDeps } from './postbacks/deps.ts'

export { reportedCampaigns } from './campaigns.ts'
export { createAffiliateDesk } from './desk/desk.ts'
export { latestPostbacks } from './postbacks/send.ts'

export interface Affiliates extends ModuleWith<'routes' | 'jobs'> {
  /** Whose key this is; undefined for one that does not count at the brand. */
  affiliateOf(brandId: string, key: string): Promise<string | undefined>
  /** Whether the brand has affiliates that were added in the console. */
  hasAffiliates(brandId: string): Promise<boolean>
}

/**
 * What a brand's affiliate reports, stored for attribution: nothing is granted, charged or cancelled by it. What is
 * reported to the trackers of affiliates.
 */
export function createAffiliates(deps: PostbackDeps): Affiliates {
  const done = { result: 'OK' as const }
  return {
    routes(http) {
      http.bind(routes.importClick, async ({ body, site, affiliate }) => {
        await importOnce(deps, { ...body, kind: 'click', brandId: site.brandId, affiliate })
        return done
      })
      http.bind(routes.importOrder, async ({ body, site, affiliate }) => {
        await importOnce(deps, { ...body, kind: 'order', brandId: site.brandId, affiliate })
        return done
      })
      http.bind(routes.importUpsell, async ({ body, site, affiliate }) => {
        await importOnce(deps, { ...body, kind: 'upsell', brandId: site.brandId, affiliate })
        return done
      })
      http.bind(routes.cancelOrder, async ({ body, site, affiliate }) => {
        await cancelImport(deps, { ...body, brandId: site.brandId, affiliate })
        return done
      })
    },
    affiliateOf: (brandId, key) => affiliateOfKey(deps.db, { brandId, key, at: deps.clock() }),
    async hasAffiliates(brandId) {
      const found = await deps.db
        .selectFrom('affiliates')
        .select('id')
        .where('brand_id', '=', brandId)
        .where('ended_at', 'is', null)
        .limit(1)
        .executeTakeFirst()
      return found !== undefined
    },
    jobs: bindJobs(affiliateJobs, deps),
  }
}
