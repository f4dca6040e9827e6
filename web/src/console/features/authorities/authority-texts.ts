import type { AuthorityOutcome, AuthorityRecordKind, AuthorityStepKind } from '@incontro/contract/admin'
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const orderKindNames: Readonly<Record<AuthorityRecordKind, MessageDescriptor>> = {
  act: msg`To act against content`,
  information: msg`To provide information`,
  notification: msg`Suspicion of a crime, notified by us`,
}

export const outcomeNames: Readonly<Record<AuthorityOutcome, MessageDescriptor>> = {
  given: msg`Carried out`,
  partly: msg`Carried out in part`,
  not_given: msg`Not carried out`,
}

export const stepNames: Readonly<Record<AuthorityStepKind, MessageDescriptor>> = {
  acknowledged: msg`Receipt acknowledged`,
  effect: msg`Effect given`,
  answered: msg`The authority was informed of the effect`,
  member_notified: msg`The member was notified`,
  note: msg({ message: 'Note', context: 'log' }),
}

/** A step as it is called of an order, or of a notification of ours. */
export const stepName = (kind: AuthorityRecordKind, step: AuthorityStepKind): MessageDescriptor =>
  kind === 'notification' && step === 'answered' ? msg`The authority answered` : stepNames[step]

/** A member state, or Europol. */
export const placeName = (i18n: I18n, code: string): string =>
  code === 'EU' ? 'Europol' : (new Intl.DisplayNames([i18n.locale], { type: 'region' }).of(code) ?? code)
