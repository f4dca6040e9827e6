export { banPhotosOf, nearBan, unbanPhotosOf } from './bans.ts'
export { defaultPhotoJoin, isDefaultPhoto } from './default-photo.ts'
export { approvedPhotos } from './album/approved-photos.ts'
export { type PhotoInQueue, photosIn, photoStates, recordPhotoVerdict } from './album/decide.ts'
export { photoRestored, type PhotoRestored } from './album/album.ts'
export { createPhotos, type Photos, type PictureUploads } from './photos.ts'
export type { FileRefusals } from './upload/receive-file.ts'
export type { Variant } from './variants.ts'
export {
  cancelVerification,
  recordVerificationVerdict,
  type VerificationInQueue,
  verificationsSent,
} from './verification/verification.ts'
