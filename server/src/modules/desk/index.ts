import type { Route } from '@incontro/contract'
import { adminRoutes } from '@incontro/contract/admin'
import type { Call, Http } from '#platform/http/bind.ts'
import type { Module } from '#platform/module.ts'
import { changeHold, reactivate, resetPassword } from './actions.ts'
import { grant, refund } from './approvals/ask.ts'
import { changeRequest, decideRequest, withdrawRequest } from './approvals/decide.ts'
import { listRequests } from './approvals/list.ts'
import { confirmEmail, correctMemberAge, correctMemberGender, correctMemberHome, correctMemberName } from './correct.ts'
import { eraseMember, exportMember } from './data-rights.ts'
import type { DeskDeps } from './deps.ts'
import { openMember } from './file.ts'
import { openPhoto } from './photos.ts'
import { findMembers } from './find.ts'
import { readLedger } from './ledger.ts'
import { memberLinks } from './links.ts'
import { addNote, changeNote, deleteNote } from './notes.ts'
import { readReportedMessages } from './reported-messages.ts'
import { liftInFile, restrictInFile } from './restrict.ts'

type Done = (typeof adminRoutes.holdMember)['reply']

/** A member's file for staff. Its actions are other modules' functions, which commands call as well. */
export function createDesk(deps: DeskDeps): Module {
  return {
    routes(http) {
      http.bind(adminRoutes.findMembers, (call) => findMembers(deps, call))
      http.bind(adminRoutes.openMember, (call) => openMember(deps, call))
      http.bind(adminRoutes.openMemberPhoto, (call) => openPhoto(deps, call))
      http.bind(adminRoutes.memberLedger, (call) => readLedger(deps, call))
      http.bind(adminRoutes.memberLinks, (call) => memberLinks(deps, call))
      http.bind(adminRoutes.regionsForStaff, async ({ params }) =>
        deps.geo.regionsOf(params.country).map(({ name }) => name),
      )
      const act = actions(http, deps)
      act(adminRoutes.reactivateMember, reactivate)
      act(adminRoutes.sendMemberReset, resetPassword)
      act(adminRoutes.restrictMember, restrictInFile)
      act(adminRoutes.liftRestriction, liftInFile)
      act(adminRoutes.confirmMemberEmail, confirmEmail)
      act(adminRoutes.correctMemberName, correctMemberName)
      act(adminRoutes.correctMemberHome, correctMemberHome)
      act(adminRoutes.correctMemberAge, correctMemberAge)
      act(adminRoutes.correctMemberGender, correctMemberGender)
      act(adminRoutes.holdMember, changeHold)
      act(adminRoutes.exportMember, exportMember)
      act(adminRoutes.eraseMember, eraseMember)
      act(adminRoutes.addMemberNote, addNote)
      act(adminRoutes.changeMemberNote, changeNote)
      act(adminRoutes.deleteMemberNote, deleteNote)
      http.bind(adminRoutes.grantMemberCredits, (call) => grant(deps, call))
      http.bind(adminRoutes.reportedMessages, (call) => readReportedMessages(deps, call))
      http.bind(adminRoutes.refundOrder, (call) => refund(deps, call))
      http.bind(adminRoutes.approvals, (call) => listRequests(deps, call))
      http.bind(adminRoutes.decideApproval, (call) => decideRequest(deps, call))
      act(adminRoutes.changeApproval, changeRequest)
      act(adminRoutes.withdrawApproval, withdrawRequest)
    },
  }
}

/** Binds actions that reply that they are done, or fail. */
const actions =
  (http: Http, deps: DeskDeps) =>
  <R extends Route & { readonly reply: Done }>(
    route: R,
    action: (deps: DeskDeps, call: Call<R>) => Promise<void>,
  ): void =>
    http.bind<Route & { readonly reply: Done }>(route, async (call) => {
      await action(deps, call as Call<R>)
      return { result: 'OK' as const }
    })
