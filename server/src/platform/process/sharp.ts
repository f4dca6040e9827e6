import type sharp from 'sharp'

let loaded: Promise<typeof sharp> | undefined

/** Loads the image library with the first image: it takes memory that other processes do not need. */
export const loadSharp = (): Promise<typeof sharp> =>
  (loaded ??= import('sharp').then(({ default: library }) => {
    // Two images are processed concurrently (photos/limits.ts), each on one core: requests keep the rest of the
    // machine.
    library.concurrency(1)
    library.cache(false)
    return library
  }))
