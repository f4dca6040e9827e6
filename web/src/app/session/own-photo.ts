import type { SessionView } from '@incontro/contract'

/** The member's own main photo, or null. */
export const ownPhoto = ({ imageName }: Pick<SessionView, 'imageName'>): string | null =>
  (imageName.find((image) => image.predefinita) ?? imageName[0])?.path ?? null
