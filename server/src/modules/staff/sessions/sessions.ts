import type { Locale, StaffRole } from '@incontro/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { installationChain } from '#modules/audit/index.ts'
import type { StaffPrincipal } from '#platform/caller.ts'
import type { Executor, Tx } from '#platform/database/database.ts'
import { notSignedIn } from '#platform/http/problem.ts'
import { hashToken, newId, newToken } from '#platform/ids.ts'
import { networksOf } from '#platform/secrets/networks.ts'
import type { StaffDeps } from '#modules/staff/deps.ts'

/** `__Host-`: sent to the console's host only, and set by no other. */
const consoleCookie = '__Host-console'
const cookie = { path: '/', httpOnly: true, secure: true, sameSite: 'strict' } as const

const hour = 3_600_000
/** A working day; nothing prolongs it. */
const sessionMs = 12 * hour
/** How long the first step waits for the second. */
const firstStepMs = 15 * 60_000
/** How long the second factor counts as just shown. */
const proofMs = 10 * 60_000

export interface StaffSession {
  readonly staffId: string
  readonly sessionId: string
  readonly email: string
  readonly name: string
  readonly locale: Locale
  /** `factor`: the second factor is missing; `enrol`: there is none to show; `in`: signed in. */
  readonly state: 'factor' | 'enrol' | 'in'
  readonly hasTotp: boolean
  readonly hasPasskey: boolean
  readonly hasRecoveryCodes: boolean
  readonly principal: StaffPrincipal
}

interface Row {
  id: string
  staff_id: string
  network: string
  second_factor_at: Date | null
  proved_at: Date | null
  email: string
  name: string
  locale: Locale
  has_totp: boolean
  has_passkey: boolean
  has_codes: boolean
  roles: readonly { readonly brandId: string; readonly role: StaffRole }[]
}

/** The network a session is bound to: a /24, or a /64. */
const networkOf = (ip: string): string => networksOf(ip)[0]?.key ?? ip

const tokenOf = (request: FastifyRequest): string | undefined => {
  const token = request.cookies[consoleCookie]
  return token !== undefined && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : undefined
}

/**
 * The session of a request, read at this moment: a role that was taken or a session that was ended counts at once. One
 * that is presented from another network ends, as its cookie may have been copied.
 */
export async function sessionOf(deps: StaffDeps, request: FastifyRequest): Promise<StaffSession | undefined> {
  const token = tokenOf(request)
  if (token === undefined) return undefined
  const { db } = deps.home()
  const at = deps.clock()
  const { rows } = await sql<Row>`
    select s.id, s.staff_id, s.network, s.second_factor_at, s.proved_at, p.email, p.name, p.locale,
      exists (select from staff_totp t where t.staff_id = p.id and t.secret is not null) as has_totp,
      exists (select from staff_passkeys k where k.staff_id = p.id) as has_passkey,
      exists (select from staff_recovery_codes c where c.staff_id = p.id and c.used_at is null) as has_codes,
      coalesce((select json_agg(json_build_object('brandId', r.brand_id, 'role', r.role) order by r.brand_id, r.role)
        from staff_roles r where r.staff_id = p.id), '[]') as roles
    from staff_sessions s join staff p on p.id = s.staff_id
    where s.token_hash = ${hashToken(token)} and s.expires_at > ${at} and p.state = 'active'`.execute(db)
  const [row] = rows
  if (!row) return undefined
  if (row.network !== networkOf(request.ip)) {
    await endedElsewhere(deps, row, request.ip)
    return undefined
  }
  const state = row.second_factor_at ? 'in' : row.has_totp || row.has_passkey ? 'factor' : 'enrol'
  return {
    staffId: row.staff_id,
    sessionId: row.id,
    email: row.email,
    name: row.name,
    locale: row.locale,
    state,
    hasTotp: row.has_totp,
    hasPasskey: row.has_passkey,
    hasRecoveryCodes: row.has_codes,
    principal: {
      staffId: row.staff_id,
      sessionId: row.id,
      email: row.email,
      roles: row.roles,
      provedUntil: row.proved_at && new Date(row.proved_at.getTime() + proofMs),
    },
  }
}

/** Ends the session in the transaction that records it, once. */
async function endedElsewhere(deps: StaffDeps, { id, staff_id: staffId }: Row, address: string): Promise<void> {
  const { db } = deps.home()
  await db.transaction().execute(async (tx) => {
    const ended = await tx.deleteFrom('staff_sessions').where('id', '=', id).executeTakeFirst()
    if (ended.numDeletedRows === 0n) return
    await deps.record(tx, {
      brandId: installationChain,
      by: { staffId, address },
      action: 'session_elsewhere',
      subject: { kind: 'staff', id: staffId },
    })
  })
}

/** The session of a person who has completed the sign-in, or has a factor to set up. @throws Failure 401 */
export async function requireSession(
  deps: StaffDeps,
  request: FastifyRequest,
  ...states: readonly StaffSession['state'][]
): Promise<StaffSession> {
  const session = await sessionOf(deps, request)
  if (!session || !states.includes(session.state)) throw notSignedIn()
  return session
}

/** Locks the person's row: ending all sessions and resetting the factors take the same lock. */
export async function lockStaff(tx: Tx, staffId: string): Promise<void> {
  await tx.selectFrom('staff').select('id').where('id', '=', staffId).forUpdate().executeTakeFirst()
}

/**
 * Locks the person's row and checks again that the session exists. What ends every session (a reset, leaving the last
 * brand) takes the same lock, and a request that began before must not change the account after it.
 * @throws Failure 401
 */
export async function mustStillBeSignedIn(
  tx: Tx,
  { staffId, sessionId }: Pick<StaffPrincipal, 'staffId' | 'sessionId'>,
): Promise<void> {
  await lockStaff(tx, staffId)
  const session = await tx
    .selectFrom('staff_sessions')
    .select('id')
    .where('staff_id', '=', staffId)
    .where('id', '=', sessionId)
    .executeTakeFirst()
  if (!session) throw notSignedIn()
}

/** Begins a session with the right password; the second factor is yet to be shown. An earlier one of the browser ends. */
export async function beginSession(
  deps: StaffDeps,
  tx: Tx,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  staffId: string,
): Promise<void> {
  await endByToken(tx, request)
  const token = newToken()
  const at = deps.clock()
  await tx
    .insertInto('staff_sessions')
    .values({
      token_hash: hashToken(token),
      id: newId(),
      staff_id: staffId,
      network: networkOf(request.ip),
      device: (request.headers['user-agent'] ?? '').slice(0, 200),
      created_at: at,
      expires_at: new Date(at.getTime() + firstStepMs),
      second_factor_at: null,
      proved_at: null,
    })
    .execute()
  void reply.setCookie(consoleCookie, token, { ...cookie, maxAge: firstStepMs / 1000 })
}

/**
 * Completes the sign-in with a new token, or renews the proof of a session that is complete.
 * @throws Failure 401 when the session has ended meanwhile
 */
export async function completeSession(
  deps: StaffDeps,
  tx: Tx,
  { reply }: { readonly reply: FastifyReply },
  { sessionId, state }: Pick<StaffSession, 'sessionId' | 'state'>,
): Promise<void> {
  const at = deps.clock()
  if (state === 'in') {
    const renewed = await tx
      .updateTable('staff_sessions')
      .set({ proved_at: at })
      .where('id', '=', sessionId)
      .executeTakeFirst()
    if (renewed.numUpdatedRows === 0n) throw notSignedIn()
    return
  }
  const token = newToken()
  const completed = await tx
    .updateTable('staff_sessions')
    .set({
      token_hash: hashToken(token),
      second_factor_at: at,
      proved_at: at,
      expires_at: new Date(at.getTime() + sessionMs),
    })
    .where('id', '=', sessionId)
    .where('second_factor_at', 'is', null)
    .executeTakeFirst()
  if (completed.numUpdatedRows === 0n) throw notSignedIn()
  void reply.setCookie(consoleCookie, token, { ...cookie, maxAge: sessionMs / 1000 })
}

/** Ends the browser's session, if it has one. @returns whose it was */
export async function endByToken(tx: Executor, request: FastifyRequest): Promise<string | undefined> {
  const token = tokenOf(request)
  if (token === undefined) return undefined
  const ended = await tx
    .deleteFrom('staff_sessions')
    .where('token_hash', '=', hashToken(token))
    .returning('staff_id')
    .executeTakeFirst()
  return ended?.staff_id
}

export function clearConsoleCookie(reply: FastifyReply): void {
  void reply.clearCookie(consoleCookie, cookie)
}
