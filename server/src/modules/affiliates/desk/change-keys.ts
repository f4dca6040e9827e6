import type { adminRoutes } from '@incontro/contract/admin'
import type { Call } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { storeKey } from '../keys.ts'
import { lockAffiliate } from './affiliates.ts'
import { type AffiliateDeskDeps, auditedBy, authorOf } from './deps.ts'

/** Each of them signs every call. */
const mostKeys = 5

/** Another key; the one before counts beside it for a while, or ends. @throws Failure 404, 409 `too_many_keys` */
export async function renewKey(
  deps: AffiliateDeskDeps,
  call: Call<typeof adminRoutes.renewAffiliateKey>,
): Promise<{ key: string }> {
  const { oldKeyDays, reason } = call.body
  const at = deps.clock()
  return deps.db.transaction().execute(async (tx) => {
    const { brand_id: brandId, id: affiliateId, name } = await lockAffiliate(tx, call)
    const endsAt = new Date(at.getTime() + Number(oldKeyDays) * 86_400_000)
    // What has ended opens nothing and signs nothing: it is not kept.
    await tx
      .deleteFrom('affiliate_keys')
      .where('brand_id', '=', brandId)
      .where('affiliate_id', '=', affiliateId)
      .where('ends_at', '<=', at)
      .execute()
    await tx
      .updateTable('affiliate_keys')
      .set({ ends_at: endsAt })
      .where('brand_id', '=', brandId)
      .where('affiliate_id', '=', affiliateId)
      .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', endsAt)]))
      .execute()
    const { count } = await tx
      .selectFrom('affiliate_keys')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('brand_id', '=', brandId)
      .where('affiliate_id', '=', affiliateId)
      .where('ends_at', '>', at)
      .executeTakeFirstOrThrow()
    if (Number(count) >= mostKeys)
      throw new Failure(409, 'too_many_keys', { message: `${mostKeys} keys count at a time: end one first` })
    const key = await storeKey(tx, deps.keys, { brandId, affiliateId, author: authorOf(call), at })
    await deps.record(tx, {
      ...auditedBy(call),
      action: 'affiliate_key_made',
      subject: { kind: 'affiliate', id: affiliateId },
      reason,
      detail: { name, key: key.slice(-4), until: endsAt.toISOString() },
    })
    return { key }
  })
}

/** @throws Failure 404 for a key that does not count */
export async function endKey(deps: AffiliateDeskDeps, call: Call<typeof adminRoutes.endAffiliateKey>): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const row = await lockAffiliate(tx, call)
    const ended = await tx
      .deleteFrom('affiliate_keys')
      .where('brand_id', '=', row.brand_id)
      .where('affiliate_id', '=', row.id)
      .where('id', '=', call.params.key)
      .returning('ending')
      .executeTakeFirst()
    if (!ended) throw notFound()
    await deps.record(tx, {
      ...auditedBy(call),
      action: 'affiliate_key_ended',
      subject: { kind: 'affiliate', id: row.id },
      reason: call.body.reason,
      detail: { name: row.name, key: ended.ending },
    })
  })
}
