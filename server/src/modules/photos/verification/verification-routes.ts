import { routes } from '@incontro/contract'
import { own, type Http } from '#platform/http/bind.ts'
import { declineVerification } from '#modules/members/index.ts'
import type { ReceiveFile } from '../upload/receive-file.ts'
import { askGesture, sendGesture, type VerificationDeps, verificationOf, withdrawVerification } from './verification.ts'

/** @param receive reads the file of an upload, within its limits */
export function verificationRoutes(http: Http, deps: VerificationDeps, receive: ReceiveFile): void {
  http.bind(routes.verification, async ({ params, member }) => {
    own(member, params.trackerId)
    return verificationOf(deps, member.memberId)
  })
  http.bind(routes.askVerification, async ({ params, member }) => {
    own(member, params.trackerId)
    await askGesture(deps, member.memberId)
    return verificationOf(deps, member.memberId)
  })
  http.bind(routes.declineVerification, async ({ params, member }) => {
    own(member, params.trackerId)
    await declineVerification(deps.db, member.memberId, deps.clock())
    return verificationOf(deps, member.memberId)
  })
  http.bind(
    routes.sendVerification,
    async ({ params, member, site, request }) => {
      own(member, params.trackerId)
      await receive(member, request, (bytes) => sendGesture(deps, member.memberId, site.origin, bytes))
      return verificationOf(deps, member.memberId)
    },
    { limit: { max: 120, timeWindow: 60_000 } },
  )
  http.bind(routes.withdrawVerification, async ({ params, member }) => {
    own(member, params.trackerId)
    await withdrawVerification(deps, member.memberId)
    return verificationOf(deps, member.memberId)
  })
}
