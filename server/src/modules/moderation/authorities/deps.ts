import type { RecordAudit } from '#modules/audit/index.ts'
import type { OwnMemberIds, StaffPrincipal } from '#platform/caller.ts'
import { Failure } from '#platform/http/problem.ts'
import type { SuspensionDeps } from '../deps.ts'

export interface AuthorityDeps extends SuspensionDeps {
  readonly record: RecordAudit
  readonly ownMemberIds: OwnMemberIds
  readonly namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

/** The part of a call that says who acts, and where. */
export interface StaffCall {
  readonly site: { readonly brandId: string; readonly origin: string }
  readonly staff: StaffPrincipal
  readonly ip: string
}

/**
 * Who is ordered about knows nothing of it: staff neither record nor read nor answer an order about their own account.
 * @throws Failure 403 `own_account`
 */
export async function refuseOwnAccount(
  { db, ownMemberIds }: Pick<AuthorityDeps, 'db' | 'ownMemberIds'>,
  { staff, site }: StaffCall,
  memberId: string | null,
): Promise<void> {
  if (memberId !== null && (await ownMemberIds(db, staff, site.brandId)).includes(memberId))
    throw new Failure(403, 'own_account', { message: 'This is your own account as a member: a colleague has to do it' })
}
