import type { adminRoutes } from '@incontro/contract/admin'
import { installationChain } from '#modules/audit/index.ts'
import type { AuditAction, AuditDetail } from '@incontro/contract/admin'
import type { Tx } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import type { StaffDeps } from '#modules/staff/deps.ts'
import {
  completeSession,
  mustStillBeSignedIn,
  requireSession,
  type StaffSession,
} from '#modules/staff/sessions/sessions.ts'
import { countCode } from '#modules/staff/sign-in/attempts.ts'
import { addPasskey, creationOptions } from '#modules/staff/sign-in/passkeys.ts'
import { makeRecoveryCodes } from '#modules/staff/sign-in/recovery-codes.ts'
import { beginTotp, useTotp } from '#modules/staff/sign-in/totp.ts'
import { ownInvitations } from './invitations.ts'

/** The caller's factors and sessions, and the invitations that wait for their answer. */
export async function ownAccount(deps: StaffDeps, { request }: Call<typeof adminRoutes.staffAccount>) {
  const session = await requireSession(deps, request, 'enrol', 'in')
  const { db } = deps.home()
  const { staffId } = session
  const passkeys = await db
    .selectFrom('staff_passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('staff_id', '=', staffId)
    .orderBy('id')
    .execute()
  const { n } = await db
    .selectFrom('staff_recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  const sessions = await db
    .selectFrom('staff_sessions')
    .select(['id', 'device', 'network', 'created_at', 'expires_at'])
    .where('staff_id', '=', staffId)
    .where('expires_at', '>', deps.clock())
    .orderBy('created_at', 'desc')
    .execute()
  return {
    email: session.email,
    name: session.name,
    locale: session.locale,
    totp: session.hasTotp,
    passkeys: passkeys.map((one) => ({
      id: one.id,
      name: one.name,
      createdAt: one.created_at.toISOString(),
      lastUsedAt: one.last_used_at?.toISOString() ?? null,
    })),
    recoveryCodesLeft: n,
    invitations: await ownInvitations(deps, db, staffId),
    sessions: sessions.map((one) => ({
      id: one.id,
      device: one.device,
      network: one.network,
      createdAt: one.created_at.toISOString(),
      expiresAt: one.expires_at.toISOString(),
      current: one.id === session.sessionId,
    })),
  }
}

/**
 * Who may change factors: a session that has none to show yet, or one that has just shown one. A stolen cookie alone
 * must not add a factor of the thief.
 * @throws Failure 401, 403 `proof_needed`
 */
async function requireEnrolling(deps: StaffDeps, request: Call<typeof adminRoutes.staffTotpBegin>['request']) {
  const session = await requireSession(deps, request, 'enrol', 'in')
  const { provedUntil } = session.principal
  if (session.state === 'in' && (!provedUntil || provedUntil <= deps.clock())) throw proofNeeded()
  return session
}

const proofNeeded = (): Failure =>
  new Failure(403, 'proof_needed', { message: 'Show the second factor again, then repeat this' })

/** In a session that has just shown a factor, another phone takes the place of the earlier one once it is confirmed. */
export async function totpBegin(deps: StaffDeps, { request }: Call<typeof adminRoutes.staffTotpBegin>) {
  const session = await requireEnrolling(deps, request)
  return beginTotp(deps, deps.home().db, session.staffId, session.email)
}

export async function totpConfirm(deps: StaffDeps, call: Call<typeof adminRoutes.staffTotpConfirm>) {
  const session = await requireEnrolling(deps, call.request)
  await countCode(deps, deps.home().db, session, call.ip)
  return enrol(deps, call, session, 'totp', async (tx) => {
    if (!(await useTotp(deps, tx, session.staffId, call.body.code, { confirming: true })))
      throw new Failure(401, 'factor_wrong', { field: 'code', message: 'This code does not fit: try the next one' })
  })
}

export async function passkeyCreate(deps: StaffDeps, { request }: Call<typeof adminRoutes.staffPasskeyCreate>) {
  const session = await requireEnrolling(deps, request)
  return creationOptions(deps, deps.home().db, session)
}

export async function passkeyAdd(deps: StaffDeps, call: Call<typeof adminRoutes.staffPasskeyAdd>) {
  const session = await requireEnrolling(deps, call.request)
  return enrol(deps, call, session, 'passkey', (tx) => addPasskey(deps, tx, session, call.body))
}

/** Adds a factor. The first one completes the sign-in and comes with recovery codes. */
async function enrol(
  deps: StaffDeps,
  call: Call<typeof adminRoutes.staffTotpConfirm> | Call<typeof adminRoutes.staffPasskeyAdd>,
  session: StaffSession,
  factor: 'totp' | 'passkey',
  add: (tx: Tx) => Promise<void>,
): Promise<{ recoveryCodes: string[] | null }> {
  return deps
    .home()
    .db.transaction()
    .execute(async (tx) => {
      await mustStillBeSignedIn(tx, session)
      // Of two browsers with the password, the second one has to show the factor of the first.
      if (session.state === 'enrol' && (await hasFactor(tx, session.staffId))) throw proofNeeded()
      await add(tx)
      if (session.state === 'enrol') await completeSession(deps, tx, call, session)
      const recoveryCodes = session.hasRecoveryCodes ? null : [...(await makeRecoveryCodes(tx, session.staffId))]
      await recordOwn(deps, tx, session.staffId, call.ip, 'factor_added', { factor })
      return { recoveryCodes }
    })
}

async function hasFactor(tx: Tx, staffId: string): Promise<boolean> {
  const totp = await tx
    .selectFrom('staff_totp')
    .select('staff_id')
    .where('staff_id', '=', staffId)
    .where('secret', 'is not', null)
    .executeTakeFirst()
  if (totp) return true
  return (
    (await tx.selectFrom('staff_passkeys').select('id').where('staff_id', '=', staffId).limit(1).executeTakeFirst()) !==
    undefined
  )
}

/** @throws Failure 404, 409 `last_factor` */
export async function passkeyRemove(
  deps: StaffDeps,
  { staff, params, ip }: Call<typeof adminRoutes.staffPasskeyRemove>,
): Promise<void> {
  await deps
    .home()
    .db.transaction()
    .execute(async (tx) => {
      await mustStillBeSignedIn(tx, staff)
      const removed = await tx
        .deleteFrom('staff_passkeys')
        .where('id', '=', params.id)
        .where('staff_id', '=', staff.staffId)
        .executeTakeFirst()
      if (removed.numDeletedRows === 0n) throw notFound()
      if (!(await hasFactor(tx, staff.staffId)))
        throw new Failure(409, 'last_factor', { message: 'Add another factor before you remove the last one' })
      await recordOwn(deps, tx, staff.staffId, ip, 'factor_removed', { factor: 'passkey' })
    })
}

/** Everything they did is shown by their present name: owners of each brand of theirs see that it was another one. */
export async function changeAccount(
  deps: StaffDeps,
  { staff, ip, body: { name, locale } }: Call<typeof adminRoutes.staffUpdateAccount>,
): Promise<void> {
  const { staffId } = staff
  await deps
    .home()
    .db.transaction()
    .execute(async (tx) => {
      const before = await tx
        .selectFrom('staff')
        .select('name')
        .where('id', '=', staffId)
        .forUpdate()
        .executeTakeFirstOrThrow()
      await tx.updateTable('staff').set({ name, locale }).where('id', '=', staffId).execute()
      if (before.name === name) return
      for (const aboutBrand of new Set(staff.roles.map((one) => one.brandId)))
        await deps.record(tx, {
          brandId: installationChain,
          aboutBrand,
          by: { staffId, address: ip },
          action: 'staff_renamed',
          subject: { kind: 'staff', id: staffId },
          detail: { before: before.name, after: name },
        })
    })
}

export async function renewRecoveryCodes(
  deps: StaffDeps,
  { staff, ip }: Call<typeof adminRoutes.staffRecoveryCodes>,
): Promise<{ recoveryCodes: string[] }> {
  return deps
    .home()
    .db.transaction()
    .execute(async (tx) => {
      await mustStillBeSignedIn(tx, staff)
      const recoveryCodes = [...(await makeRecoveryCodes(tx, staff.staffId))]
      await recordOwn(deps, tx, staff.staffId, ip, 'recovery_codes_made')
      return { recoveryCodes }
    })
}

/** @throws Failure 404 for a session that is not theirs */
export async function endOwnSession(
  deps: StaffDeps,
  { staff, params, ip }: Call<typeof adminRoutes.staffEndSession>,
): Promise<void> {
  await deps
    .home()
    .db.transaction()
    .execute(async (tx) => {
      const ended = await tx
        .deleteFrom('staff_sessions')
        .where('id', '=', params.id)
        .where('staff_id', '=', staff.staffId)
        .executeTakeFirst()
      if (ended.numDeletedRows === 0n) throw notFound()
      await recordOwn(deps, tx, staff.staffId, ip, 'signed_out', { session: params.id })
    })
}

const recordOwn = (
  deps: StaffDeps,
  tx: Tx,
  staffId: string,
  address: string,
  action: AuditAction,
  detail?: AuditDetail,
): Promise<void> =>
  deps.record(tx, {
    brandId: installationChain,
    by: { staffId, address },
    action,
    subject: { kind: 'staff', id: staffId },
    ...(detail && { detail }),
  })
