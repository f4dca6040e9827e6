import type { CaseFileLabel } from '@incontro/contract/admin/cases'

/** A file of a case, by the name that its moderator asks for it with. */
export interface CaseFile {
  readonly file: string
  readonly kind: 'photo' | 'voice'
  readonly label: CaseFileLabel | null
  readonly storageKey: string
}

export const photoFile = (id: string, storageKey: string): CaseFile => ({
  file: `photo-${id}`,
  kind: 'photo',
  label: null,
  storageKey,
})
