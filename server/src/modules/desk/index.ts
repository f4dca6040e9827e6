import { adminRoutes } from '@incontro/contract/admin'
import type { Module } from '#platform/module.ts'
import { changeHold, grant, reactivate, resetPassword } from './actions.ts'
import { confirmEmail, correctMemberHome, correctMemberName } from './correct.ts'
import type { DeskDeps } from './deps.ts'
import { openMember } from './file.ts'
import { findMembers } from './find.ts'
import { liftInFile, restrictInFile } from './restrict.ts'

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
      http.bind(adminRoutes.restrictMember, async (call) => {
        await restrictInFile(deps, call)
        return ok
      })
      http.bind(adminRoutes.liftRestriction, async (call) => {
        await liftInFile(deps, call)
        return ok
      })
      http.bind(adminRoutes.confirmMemberEmail, async (call) => {
        await confirmEmail(deps, call)
        return ok
      })
      http.bind(adminRoutes.correctMemberName, async (call) => {
        await correctMemberName(deps, call)
        return ok
      })
      http.bind(adminRoutes.correctMemberHome, async (call) => {
        await correctMemberHome(deps, call)
        return ok
      })
      http.bind(adminRoutes.regionsForStaff, async ({ params }) =>
        deps.geo.regionsOf(params.country).map(({ name }) => name),
      )
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
