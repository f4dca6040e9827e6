import type { Route, StaffAccess } from '@incontro/contract'
import { adminRoutes } from '@incontro/contract/admin'
import type { Tx } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { reactivate, resetPassword } from '../actions.ts'
import { carryOutRequest } from '../approvals/carry-out-request.ts'
import {
  confirmEmail,
  correctMemberAge,
  correctMemberGender,
  correctMemberHome,
  correctMemberName,
} from '../correct.ts'
import { eraseMember, exportMember } from '../data-rights.ts'
import type { DeskDeps } from '../deps.ts'
import { liftInFile, restrictInFile } from '../restrict.ts'
import type { HeldCall } from './held-call.ts'

type StaffRoute = Route & { readonly access: StaffAccess }

interface Act {
  readonly route: StaffRoute
  /** What it does in a transaction, as its last statements. @throws Failure with what keeps it from being done */
  readonly run: (tx: Tx, deps: DeskDeps, call: HeldCall) => Promise<void>
  /** Called after the commit: browsers of the member that are open learn of it. */
  readonly after?: (deps: DeskDeps, memberId: string) => void
}

/** A call that is held has everything that an action reads; what its schema says of the body was checked before. */
const act = <R extends StaffRoute>(
  route: R,
  run: (tx: Tx, deps: DeskDeps, call: Call<R>) => Promise<void>,
  after?: Act['after'],
): Act => ({ route, run: (tx, deps, call) => run(tx, deps, call as unknown as Call<R>), ...(after && { after }) })

const refresh: Act['after'] = ({ realtime }, memberId) => realtime.refresh(memberId)

/**
 * What is done in a member’s file and cannot be called back once the member has read of it, or a provider was asked: it is
 * held for some seconds. A legal hold works at once, as the erasing may begin, and is released as easily.
 */
export const acts = {
  reactivateMember: act(adminRoutes.reactivateMember, reactivate),
  sendMemberReset: act(adminRoutes.sendMemberReset, resetPassword),
  restrictMember: act(adminRoutes.restrictMember, restrictInFile),
  liftRestriction: act(adminRoutes.liftRestriction, liftInFile, refresh),
  confirmMemberEmail: act(adminRoutes.confirmMemberEmail, confirmEmail, refresh),
  correctMemberName: act(adminRoutes.correctMemberName, correctMemberName, refresh),
  correctMemberHome: act(adminRoutes.correctMemberHome, correctMemberHome, refresh),
  correctMemberAge: act(adminRoutes.correctMemberAge, correctMemberAge, refresh),
  correctMemberGender: act(adminRoutes.correctMemberGender, correctMemberGender, refresh),
  exportMember: act(adminRoutes.exportMember, exportMember),
  eraseMember: act(adminRoutes.eraseMember, eraseMember, ({ realtime }, id) => realtime.end(id, null, 'account')),
  grantMemberCredits: act(adminRoutes.grantMemberCredits, carryOutRequest),
  refundOrder: act(adminRoutes.refundOrder, carryOutRequest),
} as const satisfies Readonly<Record<string, Act>>

export type HeldName = keyof typeof acts
