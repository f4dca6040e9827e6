import type { OfferKind, OfferState } from '@incontro/contract/admin'
import { type Selectable, sql } from 'kysely'
import type { AuditInput } from '#modules/audit/index.ts'
import type { ConfigVersion } from '#platform/database/database-types.ts'
import type { StaffPrincipal } from '#platform/caller.ts'
import type { Executor, Tx } from '#platform/database/database.ts'
import { Failure, notFound } from '#platform/http/problem.ts'

export type VersionRow = Selectable<ConfigVersion>

/** What is edited: a flow by its id, a legal page as `it-terms`, the answers. */
export interface OfferId {
  readonly brandId: string
  readonly kind: OfferKind
  readonly key: string
}

/** The part of a call that says who acts on what. */
export interface OfferCall {
  readonly site: { readonly brandId: string }
  readonly params: { readonly kind: OfferKind; readonly key: string }
  readonly staff: StaffPrincipal
  readonly ip: string
}

export const idOf = ({ site, params }: Pick<OfferCall, 'site' | 'params'>): OfferId => ({
  brandId: site.brandId,
  kind: params.kind,
  key: params.key,
})
export const idOfRow = ({ brand_id: brandId, kind, key }: VersionRow): OfferId => ({
  brandId,
  kind: kind as OfferKind,
  key,
})
export const authorOf = ({ staff }: Pick<OfferCall, 'staff'>): string => `staff:${staff.staffId}`
export const staffIn = (author: string | null): string | undefined =>
  author?.startsWith('staff:') ? author.slice(6) : undefined
export const stateOf = ({ state }: Pick<VersionRow, 'state'>): OfferState => state as OfferState

/** Until it is published, everything of it can be changed. */
export const openStates: readonly OfferState[] = ['draft', 'submitted', 'approved']

/** Changes of a brand's versions come one after the other: a draft is begun once, and flows are checked together. */
export const lockBrand = async (tx: Tx, brandId: string): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtext(${`offers ${brandId}`}))`.execute(tx))

const rowsOf = (db: Executor, { brandId, kind, key }: OfferId) =>
  db
    .selectFrom('config_versions')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('kind', '=', kind)
    .where('key', '=', key)

/** What is proposed, if anything is. */
export const openRow = (db: Executor, id: OfferId): Promise<VersionRow | undefined> =>
  rowsOf(db, id).where('state', 'in', ['draft', 'submitted', 'approved']).executeTakeFirst()

export const liveRow = (db: Executor, id: OfferId): Promise<VersionRow | undefined> =>
  rowsOf(db, id).where('state', '=', 'live').executeTakeFirst()

/** Those that were published, newest first. */
export const publishedRows = (db: Executor, id: OfferId): Promise<VersionRow[]> =>
  rowsOf(db, id).where('published_at', 'is not', null).orderBy('version', 'desc').limit(50).execute()

/** @throws Failure 404, also for a version that was never published */
export async function publishedRow(db: Executor, id: OfferId, version: number): Promise<VersionRow> {
  const row = await rowsOf(db, id)
    .where('version', '=', version)
    .where('published_at', 'is not', null)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** @throws Failure 404 without a draft */
export async function requireOpen(db: Executor, id: OfferId): Promise<VersionRow> {
  const row = await openRow(db, id)
  if (!row) throw notFound()
  return row
}

export async function newestVersion(db: Executor, id: OfferId): Promise<number> {
  const { version } = await db
    .selectFrom('config_versions')
    .select((eb) => eb.fn.max('version').as('version'))
    .where('brand_id', '=', id.brandId)
    .where('kind', '=', id.kind)
    .where('key', '=', id.key)
    .executeTakeFirstOrThrow()
  return version ?? 0
}

type Change = Partial<Omit<VersionRow, 'brand_id' | 'kind' | 'key' | 'version' | 'content'>>

export async function change(tx: Tx, row: VersionRow, to: Change): Promise<void> {
  await tx
    .updateTable('config_versions')
    .set(to)
    .where('brand_id', '=', row.brand_id)
    .where('kind', '=', row.kind)
    .where('key', '=', row.key)
    .where('version', '=', row.version)
    .execute()
}

/** A draft again: whatever was approved or planned is void. */
export const unapproved = {
  state: 'draft',
  approved_by: null,
  approved_at: null,
  approved_digest: null,
  publish_at: null,
  planned_by: null,
} as const

/** @throws Failure 409 where it has moved past what is asked for */
export function requireState(row: VersionRow, states: readonly OfferState[]): void {
  if (!states.includes(stateOf(row)))
    throw new Failure(409, 'offer_over', { message: `The draft is ${row.state}: this cannot be done any more` })
}

/** @throws Failure 409 */
export function requireDigest(row: VersionRow, digest: string): void {
  if (row.digest.toString('hex') !== digest)
    throw new Failure(409, 'offer_changed', { message: 'A colleague changed the draft meanwhile: read it again' })
}

/** What the audit says of every action. */
export const audited = (
  { site, params, staff, ip }: OfferCall,
  version: number | null,
): Omit<AuditInput, 'action' | 'detail'> & { readonly detail: { readonly version: number | null } } => ({
  brandId: site.brandId,
  by: { staffId: staff.staffId, address: ip },
  subject: { kind: params.kind, id: params.key },
  detail: { version },
})
