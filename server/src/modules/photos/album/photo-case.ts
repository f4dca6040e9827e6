import { openCase } from '#modules/cases/index.ts'
import type { Tx } from '#platform/database/database.ts'

interface Waiting {
  readonly brandId: string
  readonly memberId: string
  readonly id: string
  /** Whether it resembles a photo that was removed. */
  readonly isLikeBanned: boolean
  readonly at: Date
}

/** Puts a photo that waits for approval before the moderators. */
export const openPhotoCase = (tx: Tx, { brandId, memberId, id, isLikeBanned, at }: Waiting): Promise<void> =>
  openCase(tx, {
    brandId,
    kind: 'photo',
    subjectId: id,
    memberId,
    parts: isLikeBanned ? ['banned_photo'] : [],
    at,
  })
