import type { Identification, PrivacyOutcome, PrivacyRequestKind, PrivacyRequestWay } from '@incontro/contract/admin'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const kindNames: Readonly<Record<PrivacyRequestKind, MessageDescriptor>> = {
  access: msg`Access to their data`,
  correction: msg`Correction`,
  erasure: msg`Erasure`,
  restriction: msg`Restriction of use`,
  portability: msg`Data to take along`,
  objection: msg`Objection`,
}

export const wayNames: Readonly<Record<PrivacyRequestWay, MessageDescriptor>> = {
  mail: msg`By email`,
  form: msg`By the contact form`,
  letter: msg`By letter`,
  phone: msg`By phone`,
  authority: msg`Through an authority`,
}

export const outcomeNames: Readonly<Record<PrivacyOutcome, MessageDescriptor>> = {
  done: msg`Done`,
  partly: msg`Done in part`,
  refused: msg`Refused`,
  withdrawn: msg`Withdrawn`,
}

export const identificationNames: Readonly<Record<Identification, MessageDescriptor>> = {
  account: msg`They were signed in to the account`,
  address: msg`They answered from the account’s address`,
  document: msg`By a document`,
  not_needed: msg`Not needed: the answer gives nothing away`,
}
