/*
 * The colours of a 16 × 16 pixel version: stable under scaling and recompression, while a smile, glasses or another
 * shade of a wall change some of them.
 */

/** Pixels a side of the version that is compared. */
export const hashSide = 16
/** Most by which a channel of a pixel changes when a picture is scaled or compressed again. */
export const tolerance = 7

/** @param rgb `hashSide` × `hashSide` pixels of three bytes */
export const perceptualHash = (rgb: Buffer): Buffer => Buffer.from(rgb)

/** Whether two hashes belong to the same picture. Those of older versions, of another length, are the same as no other. */
export const isSamePicture = (one: Buffer, other: Buffer): boolean =>
  one.length === 3 * hashSide ** 2 &&
  one.length === other.length &&
  one.every((value, at) => Math.abs(value - (other[at] ?? 0)) <= tolerance)
