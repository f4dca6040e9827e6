import { routes } from '@incontro/contract'
import type { Http } from '#platform/http/bind.ts'
import { notFound, Failure } from '#platform/http/problem.ts'
import { keepDevice, removeDevice, shownDevices } from './devices.ts'
import { pushKeysOf } from './keys.ts'
import type { PushDeps } from './send.ts'
import { readSubscription } from './subscription.ts'

/** Routes of a member's devices. */
export function pushRoutes(http: Http, deps: PushDeps): void {
  const { db, clock } = deps
  http.bind(routes.pushKey, async ({ member: { brandId } }) => ({
    key: (await pushKeysOf(db, deps.pushKeys, { brandId, at: clock() })).publicKey,
  }))
  http.bind(
    routes.pushToken,
    async ({ body: { pushToken, clickid }, member }) => {
      if (clickid !== undefined && clickid !== member.clickid) throw notFound()
      const subscription = readSubscription(pushToken, deps.outbound)
      if (!subscription)
        throw new Failure(400, undefined, {
          field: 'pushToken',
          message: 'Send what the browser’s PushSubscription gives as JSON',
        })
      return {
        result: 'OK' as const,
        id: await keepDevice(db, deps.pushKeys, member, { ...subscription, at: clock() }),
      }
    },
    { limit: { max: 20, timeWindow: 60_000 } },
  )
  http.bind(routes.pushDevices, async ({ member }) => ({ devices: await shownDevices(db, member, clock()) }))
  http.bind(routes.removePushDevice, async ({ params: { id }, member }) => {
    if (!(await removeDevice(db, member.memberId, id))) throw notFound()
    return { result: 'OK' as const }
  })
}
