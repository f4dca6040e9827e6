import type { adminRoutes, OfferRow, OfferView } from '@incontro/contract/admin'
import { currenciesOf } from '#modules/flows/index.ts'
import { draftPage } from '#modules/brands/index.ts'
import type { Call } from '#platform/http/bind.ts'
import { notFound } from '#platform/http/problem.ts'
import { affectedBy, bothFlows } from './affected.ts'
import { requireFaultless } from './change.ts'
import { textOf } from './content.ts'
import type { OfferDeps } from './deps.ts'
import { changesOf, textChanges } from './diff.ts'
import { countingNow, everyOffer, faultsOf, inOrder, publishedOf, requireOffer } from './kinds.ts'
import { previewOf } from './preview.ts'
import {
  audited,
  authorOf,
  idOf,
  lockBrand,
  openRow,
  type OfferId,
  publishedRow,
  publishedRows,
  requireOpen,
  staffIn,
  stateOf,
  type VersionRow,
} from './version-row.ts'

type Names = ReadonlyMap<string, string>
const nameOf = (names: Names, author: string | null): string => names.get(staffIn(author) ?? '') ?? '—'

const namesFor = (deps: OfferDeps, rows: readonly VersionRow[]): Promise<Names> =>
  deps.namesOf([
    ...new Set(
      rows.flatMap((row) =>
        [row.made_by, row.changed_by, row.approved_by, row.published_by].flatMap((one) => staffIn(one) ?? []),
      ),
    ),
  ])

const openView = (row: VersionRow, names: Names) => ({
  version: row.version,
  state: stateOf(row),
  changedBy: nameOf(names, row.changed_by),
  changedAt: row.changed_at.toISOString(),
  publishAt: row.publish_at?.toISOString() ?? null,
})

const rowView = (
  { kind, key }: OfferId,
  { live, open, names }: { live: VersionRow | undefined; open: VersionRow | undefined; names: Names },
): OfferRow => ({
  kind,
  key,
  live:
    live?.published_at == null
      ? null
      : {
          version: live.version,
          publishedBy: nameOf(names, live.published_by),
          publishedAt: live.published_at.toISOString(),
        },
  open: open ? openView(open, names) : null,
})

export async function listOffers(deps: OfferDeps, { site }: Call<typeof adminRoutes.offers>) {
  const rows = await deps.db
    .selectFrom('config_versions')
    .selectAll()
    .where('brand_id', '=', site.brandId)
    .where('state', 'in', ['draft', 'submitted', 'approved', 'live'])
    .execute()
  const names = await namesFor(deps, rows)
  const offers = everyOffer(deps, site.brandId).map((id) => {
    const own = rows.filter(({ kind, key }) => kind === id.kind && key === id.key)
    const live = own.find(({ state }) => state === 'live')
    return rowView(id, { live, open: own.find((one) => one !== live), names })
  })
  return { offers }
}

/** @throws Failure 404 */
export async function readOffer(deps: OfferDeps, call: Call<typeof adminRoutes.offer>): Promise<OfferView> {
  const id = idOf(call)
  requireOffer(deps, id)
  const open = await openRow(deps.db, id)
  const past = await publishedRows(deps.db, id)
  const live = past.find(({ state }) => state === 'live')
  const published = await publishedOf(deps.db, id.brandId)
  const names = await namesFor(deps, [...past, ...(open ? [open] : [])])
  const author = authorOf(call)
  const brand = deps.brands.fromFiles(id.brandId)
  return {
    ...rowView(id, { live, open, names }),
    content: textOf(inOrder(id.kind, countingNow(deps, id, published))),
    draft: open
      ? {
          ...openView(open, names),
          content: textOf(inOrder(id.kind, open.content)),
          note: open.note,
          answer: open.answer,
          madeBy: nameOf(names, open.made_by),
          approvedBy: open.approved_by === null ? null : nameOf(names, open.approved_by),
          approvedAt: open.approved_at?.toISOString() ?? null,
          mayApprove: open.made_by !== author && open.changed_by !== author,
          digest: open.digest.toString('hex'),
          faults: [...faultsOf(deps, id, open.content, published)],
        }
      : null,
    versions: past.map((row) => ({
      version: row.version,
      state: stateOf(row),
      note: row.note,
      madeBy: nameOf(names, row.made_by),
      approvedBy: nameOf(names, row.approved_by),
      publishedBy: nameOf(names, row.published_by),
      publishedAt: (row.published_at ?? row.changed_at).toISOString(),
    })),
    rollBackTo: live?.replaces ?? null,
    currencies: brand ? [...currenciesOf(brand)] : [],
  }
}

/** @throws Failure 404 */
export async function diffOffer(deps: OfferDeps, call: Call<typeof adminRoutes.offerDiff>) {
  const id = idOf(call)
  requireOffer(deps, id)
  const now = countingNow(deps, id, await publishedOf(deps.db, id.brandId))
  const [before, after] =
    call.query.version === undefined
      ? [now, (await requireOpen(deps.db, id)).content]
      : [(await publishedRow(deps.db, id, Number(call.query.version))).content, now]
  const changes =
    id.kind === 'legal'
      ? textChanges(String(before), String(after))
      : changesOf(inOrder(id.kind, before), inOrder(id.kind, after))
  return { changes: [...changes] }
}

/** @throws Failure 404, 409 `offer_faulty` */
export async function affectedByOffer(deps: OfferDeps, call: Call<typeof adminRoutes.offerAffected>) {
  const id = idOf(call)
  requireOffer(deps, id)
  if (id.kind !== 'flow') return { members: 0, terms: [], prices: [] }
  const { content } = await requireOpen(deps.db, id)
  const published = await publishedOf(deps.db, id.brandId)
  requireFaultless(faultsOf(deps, id, content, published))
  return affectedBy(deps, id, bothFlows(deps, id, content, published))
}

/** The draft, or what counts now if there is none. @throws Failure 404, 409 `offer_faulty` */
async function proposed(deps: OfferDeps, id: OfferId): Promise<unknown> {
  requireOffer(deps, id)
  const published = await publishedOf(deps.db, id.brandId)
  const draft = (await openRow(deps.db, id))?.content
  if (draft === undefined) return countingNow(deps, id, published)
  requireFaultless(faultsOf(deps, id, draft, published))
  return draft
}

/** @throws Failure 404, 409 `offer_faulty` */
export async function previewOffer(deps: OfferDeps, call: Call<typeof adminRoutes.offerPreview>) {
  const id = idOf(call)
  if (id.kind !== 'flow') return { lists: [], hooks: [] }
  const content = await proposed(deps, id)
  const { after } = bothFlows(deps, id, content, await publishedOf(deps.db, id.brandId))
  return previewOf(deps, id, after, call.params.locale)
}

/** A page for a sandboxed frame of the console: no script, and nothing from elsewhere. @throws Failure 404, 409 */
export async function pageOfOffer(deps: OfferDeps, call: Call<typeof adminRoutes.offerPage>): Promise<unknown> {
  const id = idOf(call)
  const brand = deps.brands.fromFiles(id.brandId)
  const content = await proposed(deps, id)
  if (id.kind !== 'legal' || !brand) throw notFound()
  const { title, html } = draftPage(brand, String(content))
  void call.reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox")
    .header('x-frame-options', 'SAMEORIGIN')
  const escaped = title.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  const look = 'margin:0 auto;max-width:44rem;padding:24px;font:16px/1.6 Helvetica,Arial,sans-serif'
  return Buffer.from(
    `<!doctype html><html lang="${id.key.slice(0, 2)}"><meta charset="utf-8"><title>${escaped}</title><body style="${look}"><h1>${escaped}</h1>${html}`,
  )
}

/** @throws Failure 404 */
export async function versionOfOffer(deps: OfferDeps, call: Call<typeof adminRoutes.offerVersion>) {
  const id = idOf(call)
  const { content } = await publishedRow(deps.db, id, Number(call.params.version))
  return { content: textOf(inOrder(id.kind, content)) }
}

/** @throws Failure 404 */
export async function fileOfOffer(deps: OfferDeps, call: Call<typeof adminRoutes.offerFile>): Promise<unknown> {
  const id = idOf(call)
  requireOffer(deps, id)
  const content = await deps.db.transaction().execute(async (tx) => {
    await lockBrand(tx, id.brandId)
    const now = countingNow(deps, id, await publishedOf(tx, id.brandId))
    await deps.record(tx, { ...audited(call, null), action: 'offer_exported' })
    return now
  })
  const [type, name] =
    id.kind === 'legal'
      ? ['text/markdown; charset=utf-8', `${id.key.slice(id.key.indexOf('-') + 1)}.md`]
      : ['application/json; charset=utf-8', `${id.key}.json`]
  void call.reply.type(type).header('content-disposition', `attachment; filename="${name}"`)
  return Buffer.from(textOf(inOrder(id.kind, content)))
}
