import type { adminRoutes, AffiliateRow, AffiliateView, PostbackEvent } from '@incontro/contract/admin'
import { sql } from 'kysely'
import { authorsOf } from '#modules/audit/index.ts'
import type { Executor, Tx } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { storeKey } from '../keys.ts'
import { type AffiliateDeskDeps, auditedBy, authorOf } from './deps.ts'

const mostListed = 200
/** At a time. */
const mostAffiliates = 100
/** Within which an answer that was lost is asked for again. */
const repeatedMs = 3_600_000

type OfAffiliate = Pick<Call<typeof adminRoutes.affiliate>, 'site' | 'params'>

export async function listAffiliates(deps: AffiliateDeskDeps, { site }: Call<typeof adminRoutes.affiliates>) {
  const { brandId } = site
  const filed = deps.brands.byKey(brandId)?.postbacks ?? []
  return {
    affiliates: await rowsOf(deps, brandId),
    files: {
      hasKey: deps.hasKey(brandId),
      postbacks: filed.map(({ key, on, url, source = null, campid = null }) => ({
        key,
        events: [...on],
        address: url,
        source,
        campaign: campid,
      })),
    },
  }
}

/** Calls of the last days that were given up are counted. */
const failedDays = 30

async function rowsOf({ db, clock }: AffiliateDeskDeps, brandId: string, id?: string): Promise<AffiliateRow[]> {
  const since = new Date(clock().getTime() - failedDays * 86_400_000)
  const { rows } = await sql<Omit<AffiliateRow, 'addedAt' | 'endedAt'> & { addedAt: Date; endedAt: Date | null }>`
    select a.id, a.name, a.source, a.added_at as "addedAt", a.ended_at as "endedAt",
      (select coalesce(array_agg(p.event order by p.event), '{}') from affiliate_postbacks p
        where p.brand_id = a.brand_id and p.affiliate_id = a.id) as events,
      coalesce(f.failed, 0) as failed
    from affiliates a left join (
      select postback, count(*)::integer as failed from postback_deliveries
      where brand_id = ${brandId} and state = 'failed' and created_at > ${since} group by postback) f on f.postback = a.id::text
    where a.brand_id = ${brandId} and (${id ?? null}::uuid is null or a.id = ${id ?? null}::uuid)
    order by a.ended_at desc nulls first, lower(a.name), a.id limit ${sql.lit(mostListed)}`.execute(db)
  return rows.map(({ addedAt, endedAt, ...row }) => ({
    ...row,
    addedAt: addedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }))
}

/** @throws Failure 404 */
export async function readAffiliate(deps: AffiliateDeskDeps, call: OfAffiliate): Promise<AffiliateView> {
  const { db, clock } = deps
  const row = await affiliateAt(db, call)
  const [shown] = await rowsOf(deps, row.brand_id, row.id)
  if (!shown) throw notFound()
  const keys = await db
    .selectFrom('affiliate_keys')
    .select(['id', 'ending', 'made_by', 'made_at', 'ends_at'])
    .where('brand_id', '=', row.brand_id)
    .where('affiliate_id', '=', row.id)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', clock())]))
    .orderBy('ends_at', (by) => by.desc().nullsFirst())
    .execute()
  const postbacks = await db
    .selectFrom('affiliate_postbacks')
    .select(['event', 'url', 'changed_by', 'changed_at'])
    .where('brand_id', '=', row.brand_id)
    .where('affiliate_id', '=', row.id)
    .execute()
  const authors = [row.added_by, ...keys.map((one) => one.made_by), ...postbacks.map((one) => one.changed_by)]
  const author = await authorsOf(deps.namesOf, authors)
  return {
    ...shown,
    addedBy: author(row.added_by),
    keys: keys.map((one) => ({
      id: one.id,
      ending: one.ending,
      madeBy: author(one.made_by),
      madeAt: one.made_at.toISOString(),
      endsAt: one.ends_at?.toISOString() ?? null,
    })),
    postbacks: postbacks.map((one) => ({
      event: one.event as PostbackEvent,
      address: one.url,
      changedBy: author(one.changed_by),
      changedAt: one.changed_at.toISOString(),
    })),
  }
}

/** @throws Failure 404 */
export async function affiliateAt(db: Executor, { site, params }: OfAffiliate) {
  const row = await db
    .selectFrom('affiliates')
    .selectAll()
    .where('brand_id', '=', site.brandId)
    .where('id', '=', params.affiliate)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** An affiliate that has not ended, locked: one change after the other. @throws Failure 404 */
export async function lockAffiliate(tx: Tx, { site, params }: OfAffiliate) {
  const row = await tx
    .selectFrom('affiliates')
    .selectAll()
    .where('brand_id', '=', site.brandId)
    .where('id', '=', params.affiliate)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** @throws Failure 409 `source_taken`, `id_taken`, `too_many_affiliates` */
export async function addAffiliate(
  deps: AffiliateDeskDeps,
  call: Call<typeof adminRoutes.addAffiliate>,
): Promise<{ key: string }> {
  const { id, reason } = call.body
  const [name, source] = [call.body.name.trim(), call.body.source.trim()]
  const { brandId } = call.site
  const [author, at] = [authorOf(call), deps.clock()]
  return deps.db.transaction().execute(async (tx) => {
    const added = await tx
      .insertInto('affiliates')
      .values({ brand_id: brandId, id, name, source, added_by: author, added_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    const isNew = added.numInsertedOrUpdatedRows !== 0n
    if (isNew) await requireRoom(tx, brandId)
    // The answer to the first attempt was lost, and the key with it.
    else await dropFirstKey(tx, { brandId, id, name, source, author, at })
    const key = await storeKey(tx, deps.keys, { brandId, affiliateId: id, author, at })
    await deps.record(tx, {
      ...auditedBy(call),
      action: isNew ? 'affiliate_added' : 'affiliate_key_made',
      subject: { kind: 'affiliate', id },
      reason,
      detail: { name, source, key: key.slice(-4) },
    })
    return { key }
  })
}

async function requireRoom(tx: Tx, brandId: string): Promise<void> {
  const { count } = await tx
    .selectFrom('affiliates')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('brand_id', '=', brandId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) > mostAffiliates)
    throw new Failure(409, 'too_many_affiliates', { message: `A brand has ${mostAffiliates} affiliates at a time` })
}

async function dropFirstKey(
  tx: Tx,
  sent: { readonly brandId: string; readonly id: string; readonly name: string; readonly source: string } & {
    readonly author: string
    readonly at: Date
  },
): Promise<void> {
  const earlier = await tx
    .selectFrom('affiliates')
    .selectAll()
    .where('brand_id', '=', sent.brandId)
    .where('id', '=', sent.id)
    .forUpdate()
    .executeTakeFirst()
  if (!earlier)
    throw new Failure(409, 'source_taken', { field: 'source', message: 'Another affiliate has this source' })
  const isSame =
    earlier.added_by === sent.author &&
    earlier.name === sent.name &&
    earlier.source === sent.source &&
    earlier.ended_at === null &&
    sent.at.getTime() - earlier.added_at.getTime() < repeatedMs
  if (!isSame) throw new Failure(409, 'id_taken', { message: 'Another affiliate has this id: nothing was changed' })
  await tx
    .deleteFrom('affiliate_keys')
    .where('brand_id', '=', sent.brandId)
    .where('affiliate_id', '=', sent.id)
    .execute()
}

/** @throws Failure 404 for an unknown or ended one */
export async function renameAffiliate(
  deps: AffiliateDeskDeps,
  call: Call<typeof adminRoutes.renameAffiliate>,
): Promise<void> {
  const name = call.body.name.trim()
  await deps.db.transaction().execute(async (tx) => {
    const row = await lockAffiliate(tx, call)
    if (row.name === name) return
    await tx
      .updateTable('affiliates')
      .set({ name })
      .where('brand_id', '=', row.brand_id)
      .where('id', '=', row.id)
      .execute()
    await deps.record(tx, {
      ...auditedBy(call),
      action: 'affiliate_renamed',
      subject: { kind: 'affiliate', id: row.id },
      reason: call.body.reason,
      detail: { before: row.name, after: name },
    })
  })
}

/** What waits for it is not sent: each call looks for its affiliate. @throws Failure 404; one that has ended stays as it is */
export async function endAffiliate(
  deps: AffiliateDeskDeps,
  call: Call<typeof adminRoutes.endAffiliate>,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const { ended_at: endedAt } = await affiliateAt(tx, call)
    if (endedAt !== null) return
    const row = await lockAffiliate(tx, call)
    await tx
      .updateTable('affiliates')
      .set({ ended_at: deps.clock() })
      .where('brand_id', '=', row.brand_id)
      .where('id', '=', row.id)
      .execute()
    // A key of one that has ended opens nothing: what signed for it is not kept.
    await tx
      .deleteFrom('affiliate_keys')
      .where('brand_id', '=', row.brand_id)
      .where('affiliate_id', '=', row.id)
      .execute()
    await deps.record(tx, {
      ...auditedBy(call),
      action: 'affiliate_ended',
      subject: { kind: 'affiliate', id: row.id },
      reason: call.body.reason,
      detail: { name: row.name, source: row.source },
    })
  })
}
