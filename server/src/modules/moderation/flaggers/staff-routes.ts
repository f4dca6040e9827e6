import { adminRoutes } from '@incontro/contract/admin'
import type { Http } from '#platform/http/bind.ts'
import { addFlagger, endFlagger, type FlaggerDeps, flaggersOf, renewFlagger } from './flaggers.ts'

/** Trusted flaggers, for the console. */
export function flaggerRoutes(http: Http, deps: FlaggerDeps): void {
  http.bind(adminRoutes.trustedFlaggers, async ({ site }) => ({ flaggers: await flaggersOf(deps, site.brandId) }))
  http.bind(adminRoutes.addTrustedFlagger, (call) => addFlagger(deps, call))
  http.bind(adminRoutes.renewTrustedFlagger, (call) => renewFlagger(deps, call))
  http.bind(adminRoutes.endTrustedFlagger, async (call) => {
    await endFlagger(deps, call)
    return { result: 'OK' as const }
  })
}
