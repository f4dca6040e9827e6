import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Keys } from '#platform/ids.ts'
import { createLru } from '#platform/flow-control/lru.ts'
import type { Variant } from './variants.ts'

/** 96 bits: not guessable, and short in a page full of pictures. */
const signature = (key: Buffer, photoId: string, variant: Variant): string =>
  createHmac('sha256', key).update(`${photoId}/${variant}`).digest().subarray(0, 12).toString('base64url')

/** The signed path of a picture: it grants access and cannot be forged. */
export const signedUrl = ([key]: Keys, photoId: string, variant: Variant): string =>
  pathOf(photoId, variant, signature(key, photoId, variant))

const pathOf = (photoId: string, variant: Variant, signed: string): string => `/media/${photoId}/${variant}?s=${signed}`

const isSame = (one: string, other: string): boolean => {
  const [bytes, right] = [Buffer.from(one), Buffer.from(other)]
  return bytes.length === right.length && timingSafeEqual(bytes, right)
}

/** Compares encoded texts, so that each picture has one URL. */
export const isSignedBy = (keys: Keys, photoId: string, variant: Variant, given: string): boolean =>
  keys.some((key) => isSame(given, signature(key, photoId, variant)))

/** About 200 bytes each. */
const mostKnown = 10_000

export interface SignedUrls {
  url(photoId: string, variant: Variant): string
  isSigned(photoId: string, variant: Variant, given: string): boolean
}

/** Signs and checks with these keys, and remembers signatures: an HMAC takes a fifth of the time of serving a picture. */
export function createSignedUrls(keys: Keys): SignedUrls {
  const [newest] = keys
  const known = createLru<string, string>(mostKnown)
  return {
    url(photoId, variant) {
      const path = `${photoId}/${variant}`
      let signed = known.get(path)
      if (signed === undefined) {
        signed = signature(newest, photoId, variant)
        known.set(path, signed)
      }
      return pathOf(photoId, variant, signed)
    },
    isSigned(photoId, variant, given) {
      const path = `${photoId}/${variant}`
      const right = known.get(path)
      if (right !== undefined && isSame(given, right)) return true
      // Only what was signed is remembered, or made-up addresses would displace it.
      if (isSignedBy([newest], photoId, variant, given)) {
        known.set(path, given)
        return true
      }
      return isSignedBy(keys, photoId, variant, given)
    },
  }
}
