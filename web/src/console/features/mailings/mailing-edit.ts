import type { MailingTexts, MailingView, Segment } from '@incontro/contract/admin'
import { type EditOf, useEdit } from '#console/base/use-edit.ts'

/** What is being written of a mailing, and on what it is based. */
export interface MailingEdit {
  readonly name: string
  readonly segment: Segment
  readonly startsAt: string | null
  readonly texts: MailingTexts
  readonly digest: string
}
export type MailingEditing = EditOf<MailingEdit>

/** What is written of a mailing. */
export const useMailingEdit = (
  brand: string,
  { id, name, segment, startsAt, texts, digest }: MailingView,
): MailingEditing => useEdit<MailingEdit>(['mailing', brand, id], name, { name, segment, startsAt, texts, digest })
