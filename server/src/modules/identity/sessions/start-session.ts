import type { Session, SignedInSession } from '@incontro/contract/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Site } from '#platform/caller.ts'
import type { Executor } from '#platform/database/database.ts'
import { Failure } from '#platform/http/problem.ts'
import { sessionViewOf } from '#modules/members/index.ts'
import { mustBeOpen } from '../sign-in/account-state.ts'
import type { Tries } from '../sign-in/tries.ts'
import type { IdentityDeps } from '../deps.ts'
import { enter } from './enter.ts'
import { deviceHash, keepBrowser, recordBrowser, traceOf } from './known-browsers.ts'
import { checkOrigin, setSession, tokenOf } from './credentials.ts'
import { makeSession } from './sessions.ts'

/** The part of a request that starting a session needs. */
export interface SessionCall {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly site: Site
}

interface Entered {
  readonly token: string
  readonly closed: { readonly memberId: string; readonly sessionId: string } | undefined
}

/**
 * Checks the credential again once the member's row is locked. Revoking sign-in methods (a new password, an undone
 * change of email) takes the same lock, and a sign-in that began before must not get a session after it. Throws when
 * the credential is no longer valid.
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
    passwordHash,
    view: known,
  }: {
    readonly newcomer?: boolean
    readonly tries?: Tries
    readonly recheck?: Recheck | undefined
    /** The password hash that was verified: allows the single-statement path. */
    readonly passwordHash?: string | null
    /** What the member sees, if the sign-in method has read it already. */
    readonly view?: Session | undefined
  } = {},
): Promise<SignedInSession> {
  checkOrigin(call.request, call.site)
  const at = deps.clock()
  const before = tokenOf(call.request)
  const device = keepBrowser(call)
  const agent = call.request.headers['user-agent'] ?? ''
  const inOneStatement = async (): Promise<Entered | undefined> => {
    if (before?.from === 'cookie' || tries === undefined || passwordHash === undefined || newcomer) return undefined
    const { token, row } = makeSession({ memberId, brandId: call.site.brandId, device: agent, at })
    const hash = deviceHash(memberId, device)
    const trace = traceOf(deps.signalKeys, call.site.brandId, device, call.request.ip)
    const entered = await enter(deps.db, { session: row, deviceHash: hash, trace, passwordHash, tries, at })
    return entered ? { token, closed: undefined } : undefined
  }
  const inTransaction = (): Promise<Entered> =>
    deps.db.transaction().execute(async (tx) => {
      const closed = before?.from === 'cookie' ? await deps.sessions.close(tx, before.token) : undefined
      const member = await tx
        .with('tries', (cte) => cte.deleteFrom('limit_counters').where('bucket', 'in', tries?.buckets ?? ['']))
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
        { device, newcomer },
      )
      const opened = await deps.sessions.open(tx, {
        memberId,
        brandId: call.site.brandId,
        device: agent,
        at,
      })
      return { token: opened.token, closed }
    })
  // The session does not affect what the member sees: both run concurrently.
  const entering = inOneStatement().then((entered) => entered ?? inTransaction())
  const [{ token, closed }, view] = await Promise.all([entering, known ?? sessionViewOf(deps.db, deps, memberId)])
  if (closed) deps.realtime.end(closed.memberId, closed.sessionId, 'session_ended')
  await deps.onSessionStart({ memberId, brandId: call.site.brandId, cookies: call.request.cookies })
  if (!view) throw new Failure(500)
  return { ...view, result: true, login: true, ...setSession(call.request, call.reply, token) }
}
