import type { Route } from '@incontro/contract'
import { adminRoutes } from '@incontro/contract/admin'
import type { Call, Http } from '#platform/http/bind.ts'
import { bindJobs } from '#platform/jobs/job.ts'
import type { Module } from '#platform/module.ts'
import { changeHold } from './actions.ts'
import { grant, refund } from './approvals/ask.ts'
import { changeRequest, decideRequest, withdrawRequest } from './approvals/decide.ts'
import { listRequests } from './approvals/list.ts'
import type { DeskDeps } from './deps.ts'
import { openMember } from './file.ts'
import { openPhoto } from './photos.ts'
import { findMembers } from './find.ts'
import { acts, type HeldName } from './held/acts.ts'
import type { HeldCall } from './held/held-call.ts'
import { holdAction, undoAction } from './held/hold.ts'
import { deskJobs } from './jobs.ts'
import { readLedger } from './ledger.ts'
import { memberLinks } from './links.ts'
import { addNote, changeNote, deleteNote } from './notes.ts'
import { readReportedMessages } from './reported-messages.ts'

type Done = (typeof adminRoutes.holdMember)['reply']
type Held = (typeof adminRoutes.restrictMember)['reply']

/** Those whose reply says nothing else. */
const held = (Object.keys(acts) as HeldName[]).filter(
  (name): name is Exclude<HeldName, 'grantMemberCredits' | 'refundOrder'> =>
    name !== 'grantMemberCredits' && name !== 'refundOrder',
)

/** A member's file for staff. Its actions are other modules' functions, which commands call as well. */
export function createDesk(deps: DeskDeps): Module {
  return {
    jobs: bindJobs(deskJobs, deps),
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
      for (const name of held)
        http.bind<Route & { readonly reply: Held }>(adminRoutes[name], async (call) => ({
          result: 'OK' as const,
          undo: await holdAction(deps, name, call as unknown as HeldCall),
        }))
      act(adminRoutes.undoMemberAction, undoAction)
      act(adminRoutes.holdMember, changeHold)
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
