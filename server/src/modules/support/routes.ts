import { routes } from '@incontro/contract'
import type { Http } from '#platform/http/bind.ts'
import { contact, type SupportDeps } from './contact.ts'

export type { SupportDeps } from './contact.ts'

export function supportRoutes(http: Http, deps: SupportDeps): void {
  http.bind(
    routes.contact,
    async (call) => {
      await contact(deps, call)
      return { result: 'OK' as const }
    },
    { limit: { max: 30, timeWindow: 60_000 } },
  )
}
