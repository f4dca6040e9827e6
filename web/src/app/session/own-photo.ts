import type { Session } from '@incontro/contract/domain'

/** The member's own main photo, or null. */
export const ownPhoto = ({ photos }: Pick<Session, 'photos'>): string | null =>
  (photos.find((image) => image.isDefault) ?? photos[0])?.path ?? null
