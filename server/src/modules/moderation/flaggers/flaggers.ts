import { normaliseEmail } from '@incontro/contract'
import type { adminRoutes, TrustedFlagger } from '@incontro/contract/admin'
import { sql } from 'kysely'
import type { Brands } from '#modules/brands/index.ts'
import type { RecordAudit } from '#modules/audit/index.ts'
import type { Database, Executor, Tx } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { hashToken, newToken } from '#platform/ids.ts'
import { isDeliverableForm } from '#platform/mail/email-address.ts'

export interface FlaggerDeps {
  readonly db: Database
  readonly brands: Pick<Brands, 'byKey' | 'list'>
  readonly record: RecordAudit
  readonly clock: () => Date
}

type Link = { readonly link: string }

const mostListed = 200

export async function flaggersOf({ db, brands }: FlaggerDeps, brandId: string): Promise<TrustedFlagger[]> {
  // What they sent about a member of another brand of the pool is a case there.
  const pool = brands.byKey(brandId)?.pool
  const mates = brands.list.filter((one) => one.pool === pool).map(({ key }) => key)
  const { rows } = await sql<Omit<TrustedFlagger, 'addedAt' | 'endedAt'> & { addedAt: Date; endedAt: Date | null }>`
    select f.id, f.name, f.email, f.added_at as "addedAt", f.ended_at as "endedAt", n.notices, n.unfounded
    from trusted_flaggers f cross join lateral (
      select count(*)::integer as notices, count(*) filter (where r.unfounded)::integer as unfounded
      from reports r where r.brand_id = any(${mates}::text[]) and r.flagger_id = f.id) n
    where f.brand_id = ${brandId}
    order by f.ended_at desc nulls first, lower(f.name), f.id limit ${sql.lit(mostListed)}`.execute(db)
  return rows.map(({ addedAt, endedAt, ...row }) => ({
    ...row,
    addedAt: addedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }))
}

/** @throws Failure 400 `errore_email`, 409 `flagger_known` */
export async function addFlagger(deps: FlaggerDeps, call: Call<typeof adminRoutes.addTrustedFlagger>): Promise<Link> {
  const { body, staff, site } = call
  const email = normaliseEmail(body.email)
  if (!isDeliverableForm(email))
    throw new Failure(400, 'errore_email', { field: 'email', message: 'Outcomes could not reach this address' })
  const token = newToken()
  await deps.db.transaction().execute(async (tx) => {
    const added = await tx
      .insertInto('trusted_flaggers')
      .values({
        brand_id: site.brandId,
        id: body.id,
        name: body.name.trim(),
        email,
        token_hash: hashToken(token),
        added_by: `staff:${staff.staffId}`,
        added_at: deps.clock(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    // The answer to the first attempt may have been lost, and the link with it.
    const isAgain = !added.numInsertedOrUpdatedRows && (await isSame(tx, call, email))
    if (isAgain) return replaceToken(tx, site.brandId, body.id, token)
    if (!added.numInsertedOrUpdatedRows)
      throw new Failure(409, 'flagger_known', { message: 'A trusted flagger with this address is there already' })
    await recordOf(deps, tx, call, body.id, 'flagger_added', { name: body.name.trim(), email })
  })
  return linkOf(deps, site.brandId, token)
}

/** Another link in place of the one before. @throws Failure 404 for an unknown or ended one */
export async function renewFlagger(
  deps: FlaggerDeps,
  call: Call<typeof adminRoutes.renewTrustedFlagger>,
): Promise<Link> {
  const token = newToken()
  await deps.db.transaction().execute(async (tx) => {
    const name = await replaceToken(tx, call.site.brandId, call.params.id, token)
    await recordOf(deps, tx, call, call.params.id, 'flagger_link_renewed', { name })
  })
  return linkOf(deps, call.site.brandId, token)
}

/** @throws Failure 404 for an unknown one; one that has ended stays as it is */
export async function endFlagger(deps: FlaggerDeps, call: Call<typeof adminRoutes.endTrustedFlagger>): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('trusted_flaggers')
      .select(['name', 'ended_at'])
      .where('brand_id', '=', call.site.brandId)
      .where('id', '=', call.params.id)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw notFound()
    if (found.ended_at !== null) return
    await tx
      .updateTable('trusted_flaggers')
      .set({ ended_at: deps.clock() })
      .where('brand_id', '=', call.site.brandId)
      .where('id', '=', call.params.id)
      .execute()
    await recordOf(deps, tx, call, call.params.id, 'flagger_ended', { name: found.name })
  })
}

/** Whose link it is. @throws Failure 400 `flagger_unknown` */
export async function flaggerOf(
  executor: Executor,
  brandId: string,
  token: string,
): Promise<{ readonly id: string; readonly name: string; readonly email: string }> {
  const found = await executor
    .selectFrom('trusted_flaggers')
    .select(['id', 'name', 'email'])
    .where('token_hash', '=', hashToken(token))
    .where('brand_id', '=', brandId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!found)
    throw new Failure(400, 'flagger_unknown', {
      field: 'flagger',
      message: 'This link of a trusted flagger no longer counts: ask for another one, or send the notice without it',
    })
  return found
}

async function isSame(
  tx: Tx,
  { body, staff, site }: Call<typeof adminRoutes.addTrustedFlagger>,
  email: string,
): Promise<boolean> {
  const found = await tx
    .selectFrom('trusted_flaggers')
    .select('id')
    .where('brand_id', '=', site.brandId)
    .where('id', '=', body.id)
    .where('name', '=', body.name.trim())
    .where('email', '=', email)
    .where('added_by', '=', `staff:${staff.staffId}`)
    .executeTakeFirst()
  return found !== undefined
}

/** @returns the flagger's name */
async function replaceToken(tx: Tx, brandId: string, id: string, token: string): Promise<string> {
  const changed = await tx
    .updateTable('trusted_flaggers')
    .set({ token_hash: hashToken(token) })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('name')
    .executeTakeFirst()
  if (!changed) throw notFound()
  return changed.name
}

function linkOf({ brands }: FlaggerDeps, brandId: string, token: string): Link {
  const brand = brands.byKey(brandId)
  if (!brand) throw notFound()
  return { link: `${brand.origin}/report?flagger=${token}` }
}

type FlaggerCall = Pick<Call<typeof adminRoutes.renewTrustedFlagger>, 'body' | 'site' | 'staff' | 'ip'>

const recordOf = (
  { record }: FlaggerDeps,
  tx: Tx,
  { body, site, staff, ip }: FlaggerCall,
  id: string,
  action: 'flagger_added' | 'flagger_link_renewed' | 'flagger_ended',
  detail: Readonly<Record<string, string>>,
) =>
  record(tx, {
    brandId: site.brandId,
    by: { staffId: staff.staffId, address: ip },
    action,
    subject: { kind: 'flagger', id },
    reason: body.reason,
    detail,
  })
