import type { Executor, Tx } from '#platform/database/database.ts'
import { seal, unseal } from '#platform/secrets/seal.ts'
import type { StaffDeps } from '#modules/staff/deps.ts'

/** Loaded with the first code. */
const otpauth = () => import('otpauth')
const periodSeconds = 30
/** Steps before and after the present one that are accepted: clocks of phones differ. */
const windowSteps = 1

type TotpDeps = Pick<StaffDeps, 'sealKeys' | 'clock' | 'console'>

/** A new secret for an app, beside the one that counts until `useTotp` has confirmed it by a code. */
export async function beginTotp(deps: TotpDeps, db: Executor, staffId: string, email: string) {
  const { Secret, TOTP } = await otpauth()
  const secret = new Secret({ size: 20 })
  const totp = new TOTP({ issuer: deps.console.host.replace(/:\d+$/, ''), label: email, secret })
  const pending = seal(deps.sealKeys, secret.base32)
  await db
    .insertInto('staff_totp')
    .values({ staff_id: staffId, secret: null, pending, last_step: 0 })
    .onConflict((conflict) => conflict.column('staff_id').doUpdateSet({ pending }))
    .execute()
  const uri = totp.toString()
  const { encode } = await import('uqr')
  const { data } = encode(uri, { ecc: 'M', border: 0 })
  return { secret: secret.base32, uri, modules: data.map((row) => row.map((dark) => (dark ? '1' : '0')).join('')) }
}

/**
 * Whether a code fits now. Each step counts once, also among concurrent requests, so that a code that was seen over a
 * shoulder is worth nothing.
 */
export async function useTotp(
  deps: TotpDeps,
  tx: Tx,
  staffId: string,
  code: string,
  { confirming = false } = {},
): Promise<boolean> {
  const row = await tx
    .selectFrom('staff_totp')
    .select(['secret', 'pending', 'last_step'])
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
  const sealed = confirming ? row?.pending : row?.secret
  if (!row || !sealed) return false
  const { Secret, TOTP } = await otpauth()
  const at = deps.clock()
  const totp = new TOTP({ secret: Secret.fromBase32(unseal(deps.sealKeys, sealed)) })
  const delta = totp.validate({ token: code, timestamp: at.getTime(), window: windowSteps })
  if (delta === null) return false
  const step = Math.floor(at.getTime() / 1000 / periodSeconds) + delta
  const used = await tx
    .updateTable('staff_totp')
    .set(confirming ? { secret: sealed, pending: null, last_step: step } : { last_step: step })
    .where('staff_id', '=', staffId)
    // The steps of a new secret are its own.
    .$if(!confirming, (query) => query.where('last_step', '<', step))
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

/** The next code that counts. Only a demo shows it, to who has given the password of a sample person. */
export async function codeNow(deps: TotpDeps, db: Executor, staffId: string): Promise<string | null> {
  const row = await db
    .selectFrom('staff_totp')
    .select(['secret', 'last_step'])
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
  if (!row?.secret) return null
  const { Secret, TOTP } = await otpauth()
  const step = Math.max(Math.floor(deps.clock().getTime() / 1000 / periodSeconds), row.last_step + 1)
  const totp = new TOTP({ secret: Secret.fromBase32(unseal(deps.sealKeys, row.secret)) })
  return totp.generate({ timestamp: step * periodSeconds * 1000 })
}
