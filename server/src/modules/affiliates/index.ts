import { routes } from '@incontro/contract'
import type { ModuleWith } from '#platform/module.ts'
import { cancelImport, importOnce } from './imports.ts'
import type { AffiliateDeps } from './deps.ts'

export { reportedCampaigns } from './campaigns.ts'

/** What a brand's affiliate reports, stored for attribution. Nothing is granted, charged or cancelled by it. */
export function createAffiliates(deps: AffiliateDeps): ModuleWith<'routes'> {
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
  }
}
