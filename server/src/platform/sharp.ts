import type sharp from 'sharp'

let loaded: Promise<typeof sharp> | undefined

/** The picture library, from the first picture on: it takes memory that a process without pictures need not have. */
export const loadSharp = (): Promise<typeof sharp> =>
  (loaded ??= import('sharp').then(({ default: library }) => {
    // Two pictures are made at a time (photos/limits.ts), each on one core: the requests keep the rest of the machine.
    library.concurrency(1)
    library.cache(false)
    return library
  }))
