export { defaultPhotoJoin } from './default-photo.ts'
export { createPhotos, type Photos } from './photos.ts'
export type { Variant } from './variants.ts'
