import type { Storage } from '#platform/storage.ts'
import { createCoalescer, type Limited } from './limits.ts'
import { type Format, pixelsOf, renderSize, renderVariant, renditions, type Variant, variantNames } from './variants.ts'

/** A photo's files in the storage: the master and its renditions. */
export interface PhotoFiles {
  /**
   * Stores a new photo, its master at `masterKey`, in the size that the album shows. One that fails leaves some of its
   * files.
   */
  keep(photoId: string, picture: NewPhoto, signal: AbortSignal): Promise<void>
  /** Stores an upload's other sizes, which until then are created on first use. Idempotent. */
  complete(photo: StoredPhoto): Promise<void>
  /** A rendition, created from the original on first use. Undefined when the original is missing. */
  rendition(photo: StoredPhoto, variant: Variant, format: Format): Promise<Buffer | undefined>
  /** Removes all renditions, which are created again on first use. Idempotent. */
  removeSizes(photo: StoredPhoto): Promise<void>
  /** Removes the original and all renditions. Idempotent. */
  remove(photo: StoredPhoto): Promise<void>
}

interface NewPhoto {
  readonly master: Buffer
  /** `firstSize` in each format. */
  readonly shown: Rendered
}
type Rendered = Awaited<ReturnType<typeof renderSize>>

export interface StoredPhoto {
  readonly id: string
  readonly storageKey: string
}

export const masterKey = (photoId: string): string => `photos/${photoId}/master.jpg`

/** The size that the album and the list show. */
export const firstSize: Variant = 'card'

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
    const picture = await limited(id, () => renderVariant(original, variant, format))
    await storage.put(key, picture)
    return picture
  }
  const putSize = async (photoId: string, variant: Variant, size: Rendered, signal?: AbortSignal): Promise<void> => {
    for (const [format, bytes] of size) await storage.put(keyOf(photoId, variant, format), bytes, signal)
  }
  const removeSizes = async ({ id }: StoredPhoto): Promise<void> => {
    for (const [variant, format] of renditions) await storage.remove(keyOf(id, variant, format))
  }
  return {
    async keep(photoId, { master, shown }, signal) {
      await storage.put(masterKey(photoId), master, signal)
      await putSize(photoId, firstSize, shown, signal)
    },
    async complete({ id, storageKey }) {
      const master = await storage.get(storageKey)
      if (!master) return
      const pixels = await limited(id, () => pixelsOf(master))
      for (const variant of variantNames)
        // A storage that does not answer must not take the places of those who decode.
        if (variant !== firstSize) await putSize(id, variant, await limited(id, () => renderSize(pixels, variant)))
    },
    rendition: (photo, variant, format) => once(`${photo.id}/${variant}.${format}`, () => make(photo, variant, format)),
    removeSizes,
    async remove(photo) {
      await storage.remove(photo.storageKey)
      await removeSizes(photo)
    },
  }
}
