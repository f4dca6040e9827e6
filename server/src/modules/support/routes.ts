import { routes } from '@incontro/contract'
import type { Http } from '#platform/http/bind.ts'
import { contact } from './contact.ts'
import type { ContactDeps } from './deps.ts'

export function supportRoutes(http: Http, deps: ContactDeps): void {
  http.bind(
    routes.contact,
    async (call) => {
      await contact(deps, call)
      return { result: 'OK' as const }
    },
    { limit: { max: 30, timeWindow: 60_000 } },
  )
}
