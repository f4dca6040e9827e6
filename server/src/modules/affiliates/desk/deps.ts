import { authorsOf, type RecordAudit } from '#modules/audit/index.ts'
import type { Brands } from '#modules/brands/index.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure } from '#platform/http/problem.ts'
import type { adminRoutes } from '@incontro/contract/admin'
import type { Outbound } from '#platform/outbound.ts'
import type { PostbackDeps } from '../postbacks/deps.ts'

export interface AffiliateDeskDeps extends Omit<PostbackDeps, 'brands' | 'outbound' | 'log'> {
  readonly brands: Brands
  readonly outbound: Pick<Outbound, 'call' | 'faultOf'>
  /** Whether the installation has a key for the brand’s affiliate (`AFFILIATE_KEY__BRAND`). */
  readonly hasKey: (brandId: string) => boolean
  readonly record: RecordAudit
  /** Names of staff by id. */
  readonly namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

/** What the actions of the desk need of their calls. */
export type DeskCall = Pick<Call<typeof adminRoutes.affiliate>, 'site' | 'staff' | 'ip'>

export const authorOf = ({ staff }: Pick<DeskCall, 'staff'>): string => `staff:${staff.staffId}`

/** Who and where, for the audit. */
export const auditedBy = ({ site, staff, ip }: DeskCall) => ({
  brandId: site.brandId,
  by: { staffId: staff.staffId, address: ip },
})

/** What was read is not what is stored any more. @param by who changed it; undefined if it is gone */
export async function changedMeanwhile(
  { namesOf }: Pick<AffiliateDeskDeps, 'namesOf'>,
  code: 'campaign_changed' | 'postback_changed',
  by: string | undefined,
): Promise<Failure> {
  const name = by === undefined ? null : (await authorsOf(namesOf, [by]))(by).name
  return new Failure(409, code, { message: `${name ?? 'A colleague'} changed this meanwhile: read it again` })
}
