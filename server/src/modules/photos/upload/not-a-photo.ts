/** Why a picture that can be decoded is not a photo of a person. */
export type NotAPhoto = 'blank' | 'too_small' | 'too_narrow'

/** Longer than a phone's panorama. */
const mostRatio = 6
/** A picture all of whose pixels are this near is one colour, for an eye and after a lossy compression. */
const shades = 6

/**
 * @param width,height of the file, upright
 * @param least side in pixels; drawings have none, since they are rendered in any size
 */
export function sizeFault(width: number, height: number, least: number): NotAPhoto | undefined {
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)]
  if (longer > mostRatio * shorter) return 'too_narrow'
  return shorter < least ? 'too_small' : undefined
}

/** @param ranges the darkest and brightest value of each channel, of the picture as it would be shown */
export const isBlank = (ranges: readonly { readonly min: number; readonly max: number }[]): boolean =>
  ranges.every(({ min, max }) => max - min <= shades)
