import type { Access } from '@incontro/contract'
import type { Caller } from './caller.ts'

/**
 * Whether a caller may use a route or send an event: undefined when they may, 401 without a session of the kind that is
 * asked for, 403 for staff who have none of its roles at this brand. `signed` is decided by the signature, where the body
 * is read, `affiliate` by the key (`http/affiliate-key.ts`).
 */
export function refusalOf(access: Access, caller: Caller | null, brandId: string): 401 | 403 | undefined {
  if (access === 'visitor' || access === 'signed' || access === 'affiliate' || access === 'console') return undefined
  if (access === 'member') return caller?.kind === 'member' ? undefined : 401
  if (caller?.kind !== 'staff') return 401
  const admitted = access.staff
  if (admitted === 'any') return undefined
  const isAdmitted = caller.staff.roles.some((one) => one.brandId === brandId && admitted.includes(one.role))
  return isAdmitted ? undefined : 403
}
