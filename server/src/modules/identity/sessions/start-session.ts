import type { SignedIn } from '@incontro/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Site } from '../../../platform/caller.ts'
import type { Executor } from '../../../platform/database.ts'
import { Failure } from '../../../platform/http/problem.ts'
import { sessionViewOf } from '../../members/index.ts'
import { mustBeOpen } from '../sign-in/account-state.ts'
import type { Tries } from '../sign-in/tries.ts'
import type { IdentityDeps } from '../deps.ts'
import { recordBrowser } from './known-browsers.ts'
import { checkOrigin, setSession, tokenOf } from './credentials.ts'

/** What of a call the start of a session needs. */
export interface SessionCall {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly site: Site
}

/**
 * Checks the credential again once the member's row is locked: what ends every sign-in method (a new password, an undone change of
 * email) holds it too, and a sign-in begun before by one of them must not get a session after it. Throws when the credential is no longer valid.
 */
export type Recheck = (tx: Executor, member: { readonly password_hash: string | null }) => Promise<void> | void

/**
 * Starts a session for a member who has just authenticated, by whichever method; an older one of this browser ends.
 * A sign-in from a browser not seen before is notified by email, except for a `newcomer`, whose account was just created or confirmed.
 * `tries` are the counters of wrong passwords, which this success clears.
 * @throws Failure 403 `utente_disabilitato`, `deletion_pending`.
 */
export async function startSession(
  deps: IdentityDeps,
  call: SessionCall,
  memberId: string,
  {
    newcomer = false,
    tries,
    recheck,
  }: { readonly newcomer?: boolean; readonly tries?: Tries; readonly recheck?: Recheck | undefined } = {},
): Promise<SignedIn> {
  checkOrigin(call.request, call.site)
  const at = deps.clock()
  const before = tokenOf(call.request)
  const entering = deps.db.transaction().execute(async (tx) => {
    const closed = before?.from === 'cookie' ? await deps.sessions.close(tx, before.token) : undefined
    const member = await tx
      .with('tries', (cte) => cte.deleteFrom('limit_counters').where('bucket', '=', tries?.bucket ?? ''))
      .with('guesses', (cte) => cte.deleteFrom('password_guesses').where('address_hash', '=', tries?.address ?? null))
      .updateTable('members')
      .set({ last_active_at: at })
      .where('id', '=', memberId)
      .returning(['state', 'deletion_due_at', 'email', 'email_confirmed_at', 'locale', 'password_hash'])
      .executeTakeFirstOrThrow()
    mustBeOpen(member)
    await recheck?.(tx, member)
    await recordBrowser(
      tx,
      deps,
      call,
      { memberId, email: member.email, emailConfirmed: member.email_confirmed_at !== null, locale: member.locale },
      newcomer,
    )
    const opened = await deps.sessions.open(tx, {
      memberId,
      brandId: call.site.brandId,
      device: call.request.headers['user-agent'] ?? '',
      at,
    })
    return { token: opened.token, closed }
  })
  // Nothing of what the member sees changes by coming in: both are under way at once.
  const [{ token, closed }, view] = await Promise.all([entering, sessionViewOf(deps.db, deps, memberId)])
  if (closed) deps.realtime.end(closed.memberId, closed.sessionId, 'session_ended')
  await deps.onSessionStart({ memberId, brandId: call.site.brandId, cookies: call.request.cookies })
  if (!view) throw new Failure(500)
  return { ...view, result: true, login: true, ...setSession(call.request, call.reply, token) }
}
