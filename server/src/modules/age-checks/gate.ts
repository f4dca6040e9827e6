import type { Principal } from '#platform/caller.ts'
import { Failure } from '#platform/http/problem.ts'
import type { EventHandlers } from '#platform/live/socket/server.ts'
import { needsAgeCheck } from '#modules/flows/index.ts'
import type { GateDeps } from './deps.ts'
import { eventsBeforeAgeCheck, openBeforeAgeCheck } from './policy.ts'
import { ageCheckResult } from './records.ts'

/**
 * Whether a member still has to prove their age. Read from the database each time, so that a check takes effect
 * immediately in every process.
 */
export async function isWaiting({ db, flows, hasCard }: GateDeps, member: Principal): Promise<boolean> {
  const flow = flows.of(member.brandId, member.flowId)
  if (!needsAgeCheck(flow, { level: member.level, cardOnFile: false, ageChecked: false })) return false
  if ((await ageCheckResult(db, member.memberId)) === 'over_18') return false
  return !(await hasCard(member.memberId))
}

const code = 'age_check_required'
const message = 'Show that you are 18 first'

/** @throws Failure 403 `age_check_required` for a route that requires the check */
export async function refuseUnchecked(deps: GateDeps, member: Principal, routeId: string): Promise<void> {
  if (!openBeforeAgeCheck.has(routeId) && (await isWaiting(deps, member))) throw new Failure(403, code, { message })
}

/** The same for socket events. */
export const refuseUncheckedEvents = (deps: GateDeps, handlers: EventHandlers): EventHandlers =>
  Object.fromEntries(
    Object.entries(handlers).map(([event, handle]) => [
      event,
      eventsBeforeAgeCheck.has(event)
        ? handle
        : async (socket: Parameters<typeof handle>[0], data: never) =>
            (await isWaiting(deps, socket.principal))
              ? { ok: false, code, message }
              : (handle as (sender: typeof socket, data: never) => unknown)(socket, data),
    ]),
  ) as unknown as EventHandlers
