/** Photos one member may have. */
export const mostPhotos = 6
/** Size in bytes that a photo's file must stay below. */
export const photoSizeLimit = 10 * 1024 * 1024
/** How long a removed photo can be put back, in milliseconds. */
export const photoUndoMs = 15_000
/** Grounds on which a photo is refused. */
export const photoRefusals = [
  'not_the_member',
  'no_face',
  'nudity',
  'contact_details',
  'minor',
  'unlawful',
  'quality',
] as const
export type PhotoRefusal = (typeof photoRefusals)[number]
/** Gestures; the picture that verifies a main photo must show one of them, chosen at random. */
export const gestures = [
  'thumb_up',
  'open_hand',
  'two_fingers',
  'hand_on_head',
  'finger_on_nose',
  'hand_on_ear',
] as const
export type Gesture = (typeof gestures)[number]
/** Milliseconds that the member has to send the picture. */
export const gestureLifeMs = 30 * 60_000
/** Grounds on which a verification is refused. */
export const verificationRefusals = ['another_person', 'another_gesture', 'unclear'] as const
export type VerificationRefusal = (typeof verificationRefusals)[number]
