import * as z from 'zod/mini'
import { time, trackerId } from '../fields.ts'
import { gestures, mostPhotos, photoRefusals, verificationRefusals } from '../photo-rules.ts'
import { route } from '../route.ts'

/** Base64 of a ThumbHash: shown while the picture loads. Null for drawn portraits. */
export const thumbhash = z.nullable(z.string())

/** A photo of the member's own album. */
export const ownPhoto = z.strictObject({
  /** Its id. */
  name: z.string(),
  /** Null for a refused photo, which is never shown. */
  path: z.nullable(z.string()),
  /** Whether it is the main photo, which others see first. */
  predefinita: z.boolean(),
  state: z.enum(['pending', 'approved', 'refused']),
  refusal: z.nullable(z.enum(photoRefusals)),
  thumbhash,
})
export type OwnPhotoView = z.infer<typeof ownPhoto>

const album = z.strictObject({ album: z.array(ownPhoto), most: z.int() })
/** The verification of the main photo: a moderator compares it with a picture of the member showing a gesture. */
const verification = z.strictObject({
  /** `asked`: the member has to send the picture; `sent`: a moderator looks at it. */
  state: z.enum(['none', 'asked', 'sent', 'approved', 'refused']),
  /** The gesture that the picture has to show. */
  gesture: z.nullable(z.enum(gestures)),
  refusal: z.nullable(z.enum(verificationRefusals)),
  decidedAt: z.nullable(time),
  /** Whether there is an approved main photo to compare with. */
  isPossible: z.boolean(),
  /** Whether the page proposes it: it is possible, nothing was begun, a like has come, and the caller has not said no. */
  isProposed: z.boolean(),
})
export type VerificationView = z.infer<typeof verification>

const onePhoto = z.strictObject({ trackerId, photoId: z.uuid() })

export const photoRoutes = {
  uploadPhoto: route({
    id: 'uploadPhoto',
    method: 'POST',
    path: '/api/upload/:trackerId',
    tag: 'photos',
    access: 'member',
    summary:
      'Upload a photo: multipart/form-data with the file in `avatar`, JPEG, PNG, GIF or SVG by its content, under 10 MB. `/api/upload/{trackerId}/resumable` takes the same by the tus protocol (1.0.0; creation, termination): an upload whose connection was lost is resumed.',
    params: z.strictObject({ trackerId }),
    reply: z.strictObject({
      result: z.literal('OK'),
      /** `name` is the photo’s id. */
      data: z.strictObject({ name: z.string() }),
    }),
    failures: [401, 403, 404, 409, 413, 415],
  }),
  photos: route({
    id: 'photos',
    method: 'GET',
    path: '/api/photos/:trackerId',
    tag: 'photos',
    access: 'member',
    summary: 'The member’s own photos in their order, those that wait or were refused too.',
    params: z.strictObject({ trackerId }),
    reply: album,
    failures: [401, 403, 404],
  }),
  orderPhotos: route({
    id: 'orderPhotos',
    method: 'PUT',
    path: '/api/photos/:trackerId/order',
    tag: 'photos',
    access: 'member',
    summary: 'Put the own photos in order. The first approved one is the main photo. Names every photo once.',
    params: z.strictObject({ trackerId }),
    body: z.strictObject({ order: z.array(z.uuid()).check(z.maxLength(mostPhotos)) }),
    reply: album,
    failures: [401, 403, 404],
  }),
  removePhoto: route({
    id: 'removePhoto',
    method: 'DELETE',
    path: '/api/photos/:trackerId/:photoId',
    tag: 'photos',
    access: 'member',
    summary: 'Delete an own photo: gone for everybody at once, and from the storage 15 seconds later.',
    params: onePhoto,
    reply: album,
    failures: [401, 403, 404],
  }),
  verification: route({
    id: 'verification',
    method: 'GET',
    path: '/api/photos/:trackerId/verification',
    tag: 'photos',
    access: 'member',
    summary: 'How far the verification of the caller’s main photo is.',
    params: z.strictObject({ trackerId }),
    reply: verification,
    failures: [401, 403, 404],
  }),
  askVerification: route({
    id: 'askVerification',
    method: 'POST',
    path: '/api/photos/:trackerId/verification',
    tag: 'photos',
    access: 'member',
    summary:
      'Ask for a gesture, chosen by chance, to be shown in a picture within 30 minutes. Until then it stays the same.',
    params: z.strictObject({ trackerId }),
    body: z.strictObject({}),
    reply: verification,
    failures: [401, 403, 404, 409],
  }),
  declineVerification: route({
    id: 'declineVerification',
    method: 'POST',
    path: '/api/photos/:trackerId/verification/decline',
    tag: 'photos',
    access: 'member',
    summary: 'Say no to the proposal to have the main photo verified. It is not made again.',
    params: z.strictObject({ trackerId }),
    body: z.strictObject({}),
    reply: verification,
    failures: [401, 403, 404],
  }),
  sendVerification: route({
    id: 'sendVerification',
    method: 'POST',
    path: '/api/upload/:trackerId/verification',
    tag: 'photos',
    access: 'member',
    summary:
      'Send the picture of the gesture, as `/api/upload/:trackerId` takes photos. A person compares it with the main photo; no other member sees it, and it is deleted once they have decided.',
    params: z.strictObject({ trackerId }),
    reply: verification,
    failures: [401, 403, 404, 409, 413, 415],
  }),
  withdrawVerification: route({
    id: 'withdrawVerification',
    method: 'DELETE',
    path: '/api/photos/:trackerId/verification',
    tag: 'photos',
    access: 'member',
    summary: 'Call the verification off, or give it up: the picture and the mark are gone.',
    params: z.strictObject({ trackerId }),
    reply: verification,
    failures: [401, 403, 404],
  }),
  restorePhoto: route({
    id: 'restorePhoto',
    method: 'POST',
    path: '/api/photos/:trackerId/:photoId/restore',
    tag: 'photos',
    access: 'member',
    summary: 'Put back a photo that was deleted in the last 15 seconds.',
    params: onePhoto,
    body: z.strictObject({}),
    reply: album,
    failures: [401, 403, 404, 409],
  }),
} as const
