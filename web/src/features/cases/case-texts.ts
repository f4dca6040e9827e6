import type { OwnReportView, RestrictionView } from '@incontro/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Why an appeal was not taken; others are the general ones. */
export const appealFailures: Readonly<Record<string, MessageDescriptor>> = {
  errore_ricorso: msg`Write why you think that the decision is wrong.`,
  appealed_already: msg`You have appealed against this already.`,
  appeal_too_late: msg`The six months for an appeal are over.`,
}

export const restrictionTexts: Readonly<Record<RestrictionView['kind'], MessageDescriptor>> = {
  warning: msg`A warning`,
  content_removed: msg`Something of yours was removed`,
  messaging_off: msg`You couldn’t send messages`,
  suspension: msg`Your profile was suspended`,
  removal: msg`Your profile was closed`,
}

export const contentTexts: Readonly<Record<RestrictionView['contentType'], MessageDescriptor>> = {
  account: msg`your profile as a whole`,
  photo: msg`one of your photos`,
  profile: msg`the texts of your profile`,
  name: msg`the name of your profile`,
  message: msg`what you wrote in a conversation`,
  voice: msg`a voice message of yours`,
  review: msg`your review`,
}

export const reportTexts: Readonly<Record<OwnReportView['reason'], MessageDescriptor>> = {
  fake: msg`Not the person they say they are`,
  scam: msg`Asks for money or sells something`,
  harassment: msg`Insults or threatens`,
  minor: msg`Seems to be under age`,
  photo: msg`The photo isn’t right`,
  spam: msg`Sends the same to everyone`,
  other: msg`Something else`,
}

export const reportStates: Readonly<Record<OwnReportView['state'], MessageDescriptor>> = {
  open: msg`Being looked at`,
  upheld: msg`We acted`,
  dismissed: msg`We found nothing against our rules`,
  gone: msg`It no longer exists`,
}
