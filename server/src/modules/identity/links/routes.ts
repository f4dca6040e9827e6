import { readableEmail } from '#platform/mail/email-address.ts'
import { routes } from '@incontro/contract'
import { sessionViewOf } from '#modules/members/index.ts'
import type { Http } from '#platform/http/bind.ts'
import { notFound } from '#platform/http/problem.ts'
import { autoLogin, recordEntry, sendLinkAgain } from './autologin.ts'
import type { IdentityDeps } from '../deps.ts'
import { registerInvited } from '../signup/register-invited.ts'
import { openInvitation } from '../signup/invitations.ts'
import { startSession } from '../sessions/start-session.ts'

const done = { result: 'OK' as const }
/** People open a link occasionally; more requests than that are guesses at tokens. */
const aLink = { limit: { max: 20, timeWindow: 60_000 } }

/** Sign-in by a link: autologin, and an invitation to an address. */
export function entryRoutes(http: Http, deps: IdentityDeps): void {
  http.bind(
    routes.autoLogin,
    async (call) => {
      const { memberId, recheck } = await autoLogin(deps, call)
      return startSession(deps, call, memberId, { recheck })
    },
    aLink,
  )
  http.bind(
    routes.autoLoginAgain,
    async (call) => {
      await sendLinkAgain(deps, call)
      return done
    },
    aLink,
  )
  http.bind(routes.user, async (call) => {
    await recordEntry(deps, call)
    const view = await sessionViewOf(deps.db, deps, call.member.memberId)
    if (!view) throw notFound()
    return view
  })
  http.bind(
    routes.invitation,
    async ({ body, site }) => {
      const invitation = await openInvitation(deps.db, { token: body.token, brandId: site.brandId, at: deps.clock() })
      if (!invitation) throw notFound()
      return { email: readableEmail(invitation.email), red: invitation.red }
    },
    aLink,
  )
  http.bind(
    routes.extSignRegister,
    async (call) => {
      const { memberId, created, recheck } = await registerInvited(deps, call)
      return startSession(deps, call, memberId, { newcomer: created, recheck })
    },
    aLink,
  )
}
