import type { OfferKind, OfferView } from '@incontro/contract/admin'
import { type EditOf, useEdit } from '#console/base/use-edit.ts'

/** What is being written, and the draft on which it is based: its digest, or null without one. */
export interface Edit {
  readonly content: string
  readonly note: string
  readonly digest: string | null
}
export type Editing = EditOf<Edit>

/** What is written of an offer. */
export const useOfferEdit = (
  brand: string,
  { kind, key, title }: { readonly kind: OfferKind; readonly key: string; readonly title: string },
  { content, draft }: OfferView,
): Editing =>
  useEdit<Edit>(['offer', brand, kind, key], title, {
    content: draft?.content ?? content,
    note: draft?.note ?? '',
    digest: draft?.digest ?? null,
  })
