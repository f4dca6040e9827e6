/** Photos one member may have. */
export const mostPhotos = 6
/** A photo's file is smaller than this, in bytes. */
export const photoSizeLimit = 10 * 1024 * 1024
/** How long a removed photo can be put back, in milliseconds. */
export const photoUndoMs = 15_000
/** Grounds on which a photo is refused. */
export const photoRefusals = [
  'not_the_member',
  'no_face',
  'nudity',
  'contact_details',
  'minor',
  'unlawful',
  'quality',
] as const
export type PhotoRefusal = (typeof photoRefusals)[number]
