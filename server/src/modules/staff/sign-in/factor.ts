import type { adminRoutes } from '@incontro/contract/admin'
import { installationChain } from '#modules/audit/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure } from '#platform/http/problem.ts'
import type { StaffDeps } from '#modules/staff/deps.ts'
import { completeSession, lockStaff, requireSession, type StaffSession } from '#modules/staff/sessions/sessions.ts'
import { clearCodes, countCode } from './attempts.ts'
import { usePasskey } from './passkeys.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { useTotp } from './totp.ts'

type FactorCall = Call<typeof adminRoutes.staffFactor>

/**
 * The second step of signing in, or a new proof in a signed-in session, for which a recovery code is not enough.
 * @throws Failure 400 unless exactly one factor is shown, 401 `factor_wrong`, 429
 */
export async function showFactor(deps: StaffDeps, call: FactorCall): Promise<void> {
  const session = await requireSession(deps, call.request, 'factor', 'in')
  const { code, recoveryCode, credential } = call.body
  if ([code, recoveryCode, credential].filter((one) => one !== undefined).length !== 1)
    throw new Failure(400, 'invalid', { message: 'Send one of code, credential and recoveryCode' })
  const { db } = deps.home()
  // Outside the transaction: a wrong code undoes that.
  if (code !== undefined) await countCode(deps, db, session, call.ip)
  await db.transaction().execute(async (tx) => {
    await lockStaff(tx, session.staffId)
    const shown = await factorIn(deps, tx, session, call.body)
    if (!shown)
      throw new Failure(401, 'factor_wrong', { message: 'This does not fit, or was used before: try the next one' })
    await completeSession(deps, tx, call, session)
    await clearCodes(tx, session, call.ip)
    await deps.record(tx, {
      brandId: installationChain,
      by: { staffId: session.staffId, address: call.ip },
      action: session.state === 'in' ? 'second_factor_shown' : 'signed_in',
      subject: { kind: 'staff', id: session.staffId },
      detail: { factor: shown },
    })
  })
}

async function factorIn(
  deps: StaffDeps,
  tx: Tx,
  session: StaffSession,
  { code, recoveryCode, credential }: FactorCall['body'],
): Promise<'totp' | 'passkey' | 'recovery' | undefined> {
  if (code !== undefined) return (await useTotp(deps, tx, session.staffId, code)) ? 'totp' : undefined
  if (credential !== undefined) return (await usePasskey(deps, tx, session, credential)) ? 'passkey' : undefined
  if (recoveryCode === undefined || session.state === 'in') return undefined
  return (await useRecoveryCode(tx, session.staffId, recoveryCode, deps.clock())) ? 'recovery' : undefined
}
