import { type OfferFault, type OfferKind, offerKinds } from '@incontro/contract/admin'
import { locales } from '@incontro/contract'
import { BrandFileError, draftPage, legalKeys, LegalPageFault } from '#modules/brands/index.ts'
import { checkFlow, flowOfFile, type FlowFile, soldFile } from '#modules/flows/index.ts'
import { answersFile, savedAnswers } from '#modules/support/index.ts'
import type { Executor } from '#platform/database/database.ts'
import { notFound } from '#platform/http/problem.ts'
import type { Offered } from './deps.ts'
import type { OfferId } from './version-row.ts'

/** The live versions of a brand by kind and key: they count instead of the files. */
export type Published = Readonly<Record<OfferKind, ReadonlyMap<string, unknown>>>

export async function publishedOf(db: Executor, brandId: string): Promise<Published> {
  const rows = await db
    .selectFrom('config_versions')
    .select(['kind', 'key', 'content'])
    .where('brand_id', '=', brandId)
    .where('state', '=', 'live')
    .execute()
  const of = (kind: OfferKind) =>
    new Map(rows.filter((row) => row.kind === kind).map(({ key, content }) => [key, content as unknown]))
  return { flow: of('flow'), legal: of('legal'), answers: of('answers') }
}

/** A flow that was published; undefined where it does not fit the program any more, so that its file counts. */
function flowIn(content: unknown): FlowFile | undefined {
  try {
    return flowOfFile(content)
  } catch {
    // It was logged when it was taken over, and the page shows it with its faults.
    return undefined
  }
}

/** The published flows with this one among them, or without it: then its file counts. */
export function flowsWith({ flow }: Published, key: string, file: FlowFile | undefined): ReadonlyMap<string, FlowFile> {
  const flows = new Map(
    [...flow].flatMap(([id, content]) => {
      const one = flowIn(content)
      return one ? [[id, one] as const] : []
    }),
  )
  if (file) flows.set(key, file)
  else flows.delete(key)
  return flows
}

interface Kind {
  keys(offered: Offered, brandId: string): readonly string[]
  /** What the brand's file says. */
  inFile(offered: Offered, id: OfferId): unknown
  /** What keeps a content from being published beside what is. */
  faults(offered: Offered, id: OfferId, content: unknown, published: Published): readonly OfferFault[]
  /** The content with its keys in the order of the file, as far as it is one. */
  inOrder(content: unknown): unknown
}

const brandOf = ({ brands }: Offered, brandId: string) => {
  const brand = brands.fromFiles(brandId)
  if (!brand) throw notFound()
  return brand
}

const kinds: Readonly<Record<OfferKind, Kind>> = {
  flow: {
    keys: ({ flows }, brandId) => [...flows.files(brandId).keys()],
    inFile(offered, { brandId, key }) {
      const file = offered.flows.files(brandId).get(key)
      if (!file) throw notFound()
      return soldFile(brandOf(offered, brandId), file)
    },
    faults(offered, id, content, published) {
      const { brandId, key } = id
      const now = flowIn(published.flow.get(key)) ?? flowOfFile(this.inFile(offered, id))
      const fits = (file: FlowFile) => void offered.flows.withFiles(brandId, flowsWith(published, key, file))
      return [...checkFlow(content, { brand: brandOf(offered, brandId), now, fits }).faults].map(copied)
    },
    // A draft with faults is shown as it is.
    inOrder: (content) => flowIn(content) ?? content,
  },
  legal: {
    keys: () => legalKeys,
    inFile(offered, { brandId, key }) {
      const [locale, name] = key.split('-')
      const pages = brandOf(offered, brandId).legal[locales.find((one) => one === locale) ?? 'it']
      return pages[name as keyof typeof pages].source
    },
    faults(offered, { brandId }, content) {
      try {
        draftPage(brandOf(offered, brandId), String(content))
        return []
      } catch (error) {
        if (error instanceof LegalPageFault) return [{ path: [], reason: error.message }]
        throw error
      }
    },
    inOrder: (content) => content,
  },
  answers: {
    keys: () => ['answers'],
    inFile: () => savedAnswers,
    faults: (_, __, content) =>
      (answersFile.safeParse(content).error?.issues ?? []).map(({ path, message }) => ({
        path: path.map(String),
        reason: message,
      })),
    inOrder(content) {
      const { success, data } = answersFile.safeParse(content)
      return success ? data : content
    },
  },
}

const copied = ({ path, reason }: { readonly path: readonly string[]; readonly reason: string }): OfferFault => ({
  path: [...path],
  reason,
})

/** What a brand offers, by kind and key. */
export const everyOffer = (offered: Offered, brandId: string): readonly OfferId[] =>
  offerKinds.flatMap((kind) => kinds[kind].keys(offered, brandId).map((key) => ({ brandId, kind, key })))

/** @throws Failure 404 for what the brand does not have */
export function requireOffer(offered: Offered, { brandId, kind, key }: OfferId): void {
  if (!kinds[kind].keys(offered, brandId).includes(key)) throw notFound()
}

const inFile = (offered: Offered, id: OfferId): unknown => kinds[id.kind].inFile(offered, id)

/** What counts now: the live version, or the file. */
export const countingNow = (offered: Offered, id: OfferId, published: Published): unknown =>
  published[id.kind].get(id.key) ?? inFile(offered, id)

export const faultsOf = (offered: Offered, id: OfferId, content: unknown, published: Published) =>
  kinds[id.kind].faults(offered, id, content, published)

export const inOrder = (kind: OfferKind, content: unknown): unknown => kinds[kind].inOrder(content)

/** Whether the file may count again beside what is published. */
export function fileFaults(
  offered: Offered,
  { brandId, kind, key }: OfferId,
  published: Published,
): readonly OfferFault[] {
  if (kind !== 'flow') return []
  try {
    offered.flows.withFiles(brandId, flowsWith(published, key, undefined))
    return []
  } catch (error) {
    if (error instanceof BrandFileError) return [{ path: [], reason: error.message }]
    throw error
  }
}
