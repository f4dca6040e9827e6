export { defaultPhotoJoin } from './default-photo.ts'
export { type PhotoInQueue, photosIn, photoStates, recordPhotoVerdict } from './album/decide.ts'
export { createPhotos, type Photos } from './photos.ts'
export type { Variant } from './variants.ts'
