import { adminRoutes } from '@incontro/contract/admin'
import type { Http } from '#platform/http/bind.ts'
import { addStep, giveEffect } from './add-step.ts'
import type { AuthorityDeps } from './deps.ts'
import { notifyAuthority } from './notify-authority.ts'
import { openOrder, ordersOf } from './read-orders.ts'
import { recordOrder } from './record-order.ts'

const done = { result: 'OK' as const }

/** Orders of authorities, and what they were notified of, for the console. */
export function authorityRoutes(http: Http, deps: AuthorityDeps): void {
  http.bind(adminRoutes.authorityOrders, (call) => ordersOf(deps, call))
  http.bind(adminRoutes.openAuthorityOrder, (call) => openOrder(deps, call))
  http.bind(adminRoutes.recordAuthorityOrder, async (call) => {
    await recordOrder(deps, call)
    return done
  })
  http.bind(adminRoutes.notifyAuthority, async (call) => {
    await notifyAuthority(deps, call)
    return done
  })
  http.bind(adminRoutes.addAuthorityStep, async (call) => {
    await addStep(deps, call)
    return done
  })
  http.bind(adminRoutes.giveEffect, async (call) => {
    await giveEffect(deps, call)
    return done
  })
}
