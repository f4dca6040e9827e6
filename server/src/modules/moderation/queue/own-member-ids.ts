import { normaliseEmail } from '@incontro/contract'
import type { Brands } from '#modules/brands/index.ts'
import type { OwnMemberIds } from '#platform/caller.ts'

/**
 * By the address of the person: others decide about these accounts. Those at brands that share the brand's members
 * count, too, as from there one can report the members of this one.
 */
export const ownMemberIdsAmong =
  (brands: Pick<Brands, 'list' | 'byKey'>): OwnMemberIds =>
  async (executor, { email }, brandId) => {
    const pool = brands.byKey(brandId)?.pool
    const sharing = brands.list.filter((brand) => brand.pool === pool).map(({ key }) => key)
    const rows = await executor
      .selectFrom('member_emails')
      .select('member_id')
      .where('brand_id', 'in', [brandId, ...sharing])
      .where('email', '=', normaliseEmail(email))
      .execute()
    return rows.map((row) => row.member_id)
  }
