import { routes } from '@incontro/contract'
import { sessionViewOf } from '#modules/members/index.ts'
import { own, type Http } from '#platform/http/bind.ts'
import { notFound } from '#platform/http/problem.ts'
import { confirmEmail } from './links/confirm-email.ts'
import { askForReset, changePassword, checkResetLink } from './links/reset-password.ts'
import { resendConfirmation } from './links/send-confirmation.ts'
import type { IdentityDeps } from './deps.ts'
import { entryRoutes } from './links/routes.ts'
import { register } from './signup/register.ts'
import { clearSessionCookie, presentedToken, renewCookie, sessionNow, tokenOf } from './sessions/credentials.ts'
import { signIn } from './sign-in/sign-in.ts'
import { startSession } from './sessions/start-session.ts'

/** People behind one address, each with a second request that brings the proof of work. */
const sharedNetwork = { max: 120, timeWindow: 60_000 }

export function identityRoutes(http: Http, deps: IdentityDeps): void {
  entryRoutes(http, deps)
  http.bind(routes.jwks, async () => ({ keys: (await deps.keys.jwks()) as never }))
  http.bind(routes.challenge, ({ query }) => deps.challenges.make(deps.clock(), query.difficulty))

  http.bind(
    routes.register,
    async (call) => {
      const { memberId, created, recheck, emailSuggestion } = await register(deps, call)
      const session = await startSession(deps, call, memberId, { newcomer: created, recheck })
      return { ...session, ...(emailSuggestion && { emailSuggestion }) }
    },
    { limit: sharedNetwork },
  )
  http.bind(
    routes.authenticate,
    async (call) => {
      const { memberId, ...signedIn } = await signIn(deps, call)
      return startSession(deps, call, memberId, signedIn)
    },
    { limit: { max: 60, timeWindow: 60_000 } },
  )
  http.bind(routes.confirmEmail, async (call) => {
    const { memberId, recheck } = await confirmEmail(deps, call)
    return startSession(deps, call, memberId, { newcomer: true, recheck })
  })

  http.bind(routes.verify, async ({ body, request, reply, site }) => {
    const found =
      body.token === undefined
        ? await sessionNow(deps.sessions, request, site)
        : await deps.sessions.findNow(body.token, site.brandId)
    if (found.state === 'disabled') return { verify: 0 as const, error: 'utente_disabilitato' as const }
    if (found.state === 'none') return { verify: 0 as const }
    if (body.trackerId !== undefined) own(found.principal, body.trackerId)
    if (await deps.sessions.prolong(found.principal.sessionId, deps.clock())) renewCookie(request, reply)
    const view = await sessionViewOf(deps.db, deps, found.principal.memberId)
    return view ? { ...view, verify: 1 as const, ...presentedToken(request, body.token) } : { verify: 0 as const }
  })

  http.bind(routes.logout, async ({ request, reply }) => {
    const credential = tokenOf(request)
    const closed = credential && (await deps.sessions.close(deps.db, credential.token))
    if (closed) deps.realtime.end(closed.memberId, closed.sessionId, 'session_ended')
    clearSessionCookie(reply)
    return { result: 'OK' as const }
  })

  http.bind(routes.resendConfirmation, async (call) => {
    await resendConfirmation(deps, call)
    return { result: 'OK' as const }
  })
  http.bind(
    routes.getTokenForReset,
    async (call) => {
      await askForReset(deps, call)
      return { result: 'OK' as const, message: 'email_inviata' as const }
    },
    { limit: sharedNetwork },
  )
  http.bind(
    routes.changePassword,
    async (call) => {
      const { clickid, isLeaving } = await changePassword(deps, call)
      return { result: 'OK' as const, user: { clickid }, ...(isLeaving && { deletionPending: true as const }) }
    },
    { limit: { max: 20, timeWindow: 60_000 } },
  )

  http.bind(
    routes.resetLink,
    async (call) => {
      await checkResetLink(deps, call)
      return { result: 'OK' as const }
    },
    { limit: { max: 20, timeWindow: 60_000 } },
  )

  http.bind(routes.sessions, async ({ member }) => {
    const rows = await deps.db
      .selectFrom('sessions')
      .select(['id', 'created_at', 'last_seen_at', 'device'])
      .where('member_id', '=', member.memberId)
      .where('expires_at', '>', deps.clock())
      .orderBy('last_seen_at', 'desc')
      .limit(100)
      .execute()
    return rows.map((row) => ({
      id: row.id,
      current: row.id === member.sessionId,
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      device: row.device,
    }))
  })
  http.bind(routes.revokeSession, async ({ member, params }) => {
    const deleted = await deps.db
      .deleteFrom('sessions')
      .where('id', '=', params.id)
      .where('member_id', '=', member.memberId)
      .executeTakeFirst()
    if (deleted.numDeletedRows === 0n) throw notFound()
    deps.realtime.end(member.memberId, params.id, 'session_ended')
    return { result: 'OK' as const }
  })
}
