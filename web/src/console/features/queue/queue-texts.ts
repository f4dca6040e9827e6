import type { CaseDecision, CaseFileLabel, CaseView } from '@incontro/contract/admin'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { refusalName } from '#console/parts/refusal-names.ts'

export type Verdict = CaseDecision['verdict']

export const kindNames: Readonly<Record<CaseView['kind'], MessageDescriptor>> = {
  report: msg`A report`,
  photo: msg`New photo`,
  verification: msg`Verification`,
  review: msg`Review`,
  name: msg`A name`,
  text: msg`A profile text`,
  profile: msg`A profile`,
  appeal: msg`Appeal`,
  sample: msg`Second look`,
}

export const sourceNames: Readonly<Record<CaseView['source'], MessageDescriptor>> = {
  member: msg`by a member`,
  public: msg`by a visitor`,
  flagger: msg`by a trusted flagger`,
  authority: msg`by an authority`,
  rule: msg`by a rule`,
  appeal: msg`on appeal`,
}

/** The pictures that a verification compares. */
export const fileLabels: Readonly<Record<CaseFileLabel, MessageDescriptor>> = {
  gesture: msg`The gesture`,
  main_photo: msg`The main photo`,
  profile_photo: msg`A photo of the profile`,
}

/** What made a case urgent, or what a report says. */
const partNames: Readonly<Record<string, MessageDescriptor>> = {
  minor: msg`About a minor`,
  harassment: msg`Insults or threats`,
  scam: msg`Money`,
  claims_illegal: msg`Said to be illegal`,
  authority: msg`Order of an authority`,
  flagger: msg`Trusted flagger`,
  reported_before: msg`Reported before`,
  fake: msg`Fake profile`,
  photo: msg`A photo`,
  spam: msg`Advertising`,
  other: msg`Something else`,
  banned_photo: msg`Like a removed photo`,
  rule: msg`A rule`,
  text_contacts: refusalName('contact_details'),
  text_scam: msg`Words of a scam`,
  text_again: msg`After a removal`,
}
export const partName = (part: string): MessageDescriptor => partNames[part] ?? { id: part, message: part }

/** The decisions with their keys, in the order of their buttons. */
export const verdicts: readonly {
  readonly verdict: Verdict
  readonly key: string
  readonly name: MessageDescriptor
  readonly tone: 'pri' | 'sec' | 'danger'
}[] = [
  { verdict: 'dismiss', key: 'a', name: msg`No breach`, tone: 'sec' },
  { verdict: 'approve', key: 'a', name: msg`Approve`, tone: 'pri' },
  { verdict: 'refuse', key: 'r', name: msg`Refuse`, tone: 'danger' },
  { verdict: 'warn', key: 'w', name: msg`Warn`, tone: 'sec' },
  { verdict: 'remove_content', key: 'r', name: msg`Remove the content`, tone: 'sec' },
  { verdict: 'messaging_off', key: 'm', name: msg`Messages off`, tone: 'sec' },
  { verdict: 'suspend', key: 's', name: msg`Suspend`, tone: 'danger' },
  { verdict: 'remove', key: 'x', name: msg`Close the profile`, tone: 'danger' },
  { verdict: 'gone', key: 'd', name: msg`Nothing left to decide`, tone: 'sec' },
  { verdict: 'confirm', key: 'a', name: msg`The decision stands`, tone: 'sec' },
  { verdict: 'reverse', key: 'r', name: msg`Reverse it`, tone: 'pri' },
  { verdict: 'in_order', key: 'a', name: msg`In order`, tone: 'sec' },
  { verdict: 'not_in_order', key: 'r', name: msg`Not in order`, tone: 'danger' },
]

/** A decision as it is called where it is about this. */
export const verdictName = (
  kind: CaseView['kind'],
  { verdict, name }: (typeof verdicts)[number],
): MessageDescriptor => {
  if (verdict !== 'remove_content') return name
  return kind === 'name' ? msg`Remove the name` : kind === 'text' ? msg`Remove the texts` : name
}
