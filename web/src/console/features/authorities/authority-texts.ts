import type { AuthorityOrderKind, AuthorityOutcome, AuthorityStepKind } from '@incontro/contract/admin'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const orderKindNames: Readonly<Record<AuthorityOrderKind, MessageDescriptor>> = {
  act: msg`To act against content`,
  information: msg`To provide information`,
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
