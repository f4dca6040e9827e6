import { routes } from '@incontro/contract'
import type { Http } from '#platform/http/bind.ts'
import { contact } from './contact.ts'
import type { ContactDeps } from './deps.ts'
import { addToRequest, ownRequest, ownRequests } from './tickets/own-requests.ts'

export function supportRoutes(http: Http, deps: ContactDeps): void {
  http.bind(
    routes.contact,
    async (call) => {
      await contact(deps, call)
      return { result: 'OK' as const }
    },
    { limit: { max: 30, timeWindow: 60_000 } },
  )
  http.bind(routes.supportRequests, ({ member, site }) => ownRequests(deps.db, { ...site, ...member }))
  http.bind(routes.supportRequest, ({ member, site, params }) => ownRequest(deps.db, { ...site, ...member }, params.id))
  http.bind(
    routes.replyToSupport,
    async ({ member, site, params, body }) => {
      await addToRequest(deps, { ...site, ...member }, params.id, body.text.trim())
      return { result: 'OK' as const }
    },
    { limit: { max: 30, timeWindow: 60_000 } },
  )
}
