import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** On what grounds a photo, verification or review is refused. */
const refusalNames: Readonly<Record<string, MessageDescriptor>> = {
  not_the_member: msg`Another person`,
  no_face: msg`No face`,
  nudity: msg`Nudity`,
  contact_details: msg`Contact details`,
  minor: msg`A minor`,
  unlawful: msg`Illegal`,
  quality: msg`Too dark, blurred or small`,
  another_person: msg`Another person`,
  another_gesture: msg`Another gesture`,
  unclear: msg`Not recognisable`,
  insults: msg`Insults`,
  personal_data: msg`Personal data`,
  advertising: msg`Advertising`,
  off_topic: msg`Not about the service`,
  not_own: msg`Not their own text`,
}
export const refusalName = (reason: string): MessageDescriptor =>
  refusalNames[reason] ?? { id: reason, message: reason }
