import type { Storage } from '../../platform/storage.ts'
import { createCoalescer, type Limited } from './limits.ts'
import { type Format, type Pixels, renderAll, renderVariant, renditions, type Variant } from './variants.ts'

/** A photo's files in the storage: the master and its renditions. */
export interface PhotoFiles {
  /** Stores a new photo with all renditions, its master at `masterKey`. One that fails leaves some of them. */
  keep(photoId: string, picture: { readonly master: Buffer; readonly pixels: Pixels }): Promise<void>
  /** A rendition, created from the original on first use. Undefined when the original is missing. */
  rendition(photo: StoredPhoto, variant: Variant, format: Format): Promise<Buffer | undefined>
  /** Removes the original and all renditions. Idempotent. */
  remove(photo: StoredPhoto): Promise<void>
}

export interface StoredPhoto {
  readonly id: string
  readonly storageKey: string
}

export const masterKey = (photoId: string): string => `photos/${photoId}/master.jpg`

/** Uploads have a master and AVIF renditions; the demo's drawn portraits do not. */
export const isUpload = ({ storageKey }: StoredPhoto): boolean => storageKey.endsWith('/master.jpg')

export function createPhotoFiles(storage: Storage, limited: Limited): PhotoFiles {
  const once = createCoalescer<Buffer | undefined>()
  const keyOf = (photoId: string, variant: Variant, format: Format): string =>
    `variants/${photoId}/${variant}.${format}`
  const make = async ({ id, storageKey }: StoredPhoto, variant: Variant, format: Format) => {
    const key = keyOf(id, variant, format)
    const kept = await storage.get(key)
    if (kept) return kept
    const original = await storage.get(storageKey)
    if (!original) return undefined
    const picture = await limited(() => renderVariant(original, variant, format))
    await storage.put(key, picture)
    return picture
  }
  return {
    async keep(photoId, { master, pixels }) {
      await storage.put(masterKey(photoId), master)
      for (const [variant, format, bytes] of await renderAll(pixels))
        await storage.put(keyOf(photoId, variant, format), bytes)
    },
    rendition: (photo, variant, format) => once(`${photo.id}/${variant}.${format}`, () => make(photo, variant, format)),
    async remove({ id, storageKey }) {
      for (const key of [storageKey, ...renditions.map(([variant, format]) => keyOf(id, variant, format))])
        await storage.remove(key)
    },
  }
}
