import { adminRoutes } from '@incontro/contract/admin'
import type { Module } from '#platform/module.ts'
import { changeHold, grant, reactivate, resetPassword } from './actions.ts'
import type { DeskDeps } from './deps.ts'
import { openMember } from './file.ts'
import { findMembers } from './find.ts'

const ok = { result: 'OK' as const }

/** A member's file for staff. Its actions are other modules' functions, which commands call as well. */
export function createDesk(deps: DeskDeps): Module {
  return {
    routes(http) {
      http.bind(adminRoutes.findMembers, (call) => findMembers(deps, call))
      http.bind(adminRoutes.openMember, (call) => openMember(deps, call))
      http.bind(adminRoutes.reactivateMember, async (call) => {
        await reactivate(deps, call)
        return ok
      })
      http.bind(adminRoutes.sendMemberReset, async (call) => {
        await resetPassword(deps, call)
        return ok
      })
      http.bind(adminRoutes.holdMember, async (call) => {
        await changeHold(deps, call)
        return ok
      })
      http.bind(adminRoutes.grantMemberCredits, async (call) => {
        await grant(deps, call)
        return ok
      })
    },
  }
}
