import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Keys } from '../../platform/ids.ts'
import type { Variant } from './variants.ts'

/** 96 bits: not guessable, and short in a page full of pictures. */
const signature = (key: Buffer, photoId: string, variant: Variant): string =>
  createHmac('sha256', key).update(`${photoId}/${variant}`).digest().subarray(0, 12).toString('base64url')

/** The signed path of a picture: it grants access and cannot be forged. */
export const signedUrl = ([key]: Keys, photoId: string, variant: Variant): string =>
  `/media/${photoId}/${variant}?s=${signature(key, photoId, variant)}`

/** Compares encoded texts, so that each picture has one URL. */
export function isSignedBy(keys: Keys, photoId: string, variant: Variant, given: string): boolean {
  const bytes = Buffer.from(given)
  return keys.some((key) => {
    const right = Buffer.from(signature(key, photoId, variant))
    return bytes.length === right.length && timingSafeEqual(bytes, right)
  })
}
