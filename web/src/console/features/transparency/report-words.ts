import type { RestrictionKind } from '@incontro/contract'
import type { TransparencyFigure, TransparencyRow, TransparencySection } from '@incontro/contract/admin'
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { placeName } from '#console/features/authorities/authority-texts.ts'
import { restrictionNames } from '#console/parts/restriction-names.ts'

export const sectionNames: Readonly<Record<TransparencySection, MessageDescriptor>> = {
  orders: msg`Orders of authorities`,
  crimes: msg`Suspicions of crimes`,
  notices: msg`Reports and notices`,
  decisions: msg`Decisions`,
  appeals: msg`Appeals`,
  misuse: msg`Measures against misuse`,
  recipients: msg`Active recipients`,
}

export const figureNames: Readonly<Record<TransparencyFigure, MessageDescriptor>> = {
  orders_to_act: msg`To act against content, by member state`,
  orders_for_information: msg`To provide information, by member state`,
  orders_by_rule: msg`By what they are about`,
  orders_by_outcome: msg`By outcome`,
  order_acknowledged_hours: msg`Hours until receipt was acknowledged, median`,
  order_effect_hours: msg`Hours until effect was given, median`,
  crimes_notified: msg`Authorities notified, by member state`,
  crimes_by_rule: msg`By what they are about`,
  notices_by_reason: msg`By reason`,
  notices_by_source: msg`By who sent them`,
  notices_illegal: msg`Said to be illegal`,
  notices_by_outcome: msg`By outcome`,
  notices_acted_on: msg`Decisions that followed, by ground`,
  notice_hours: msg`Hours until decided, median`,
  decisions_by_kind: msg`By kind`,
  decisions_by_ground: msg`By ground`,
  decisions_by_rule: msg`By rule of the terms`,
  decisions_by_content: msg`By type of content`,
  decisions_by_source: msg`By what drew attention to it`,
  detected_by_software: msg`Brought up by software`,
  decided_by_software: msg`Decided by software`,
  people_deciding: msg`People who decided`,
  appeals_by_decision: msg`By the decision they are against`,
  appeals_by_outcome: msg`By outcome`,
  appeal_hours: msg`Hours until decided, median`,
  suspended_for_illegal: msg`Suspended or closed for illegal content`,
  reporters_refused: msg`Notifiers refused for a time, for baseless reports`,
  recipients: msg`Members there in a month, average of six`,
  recipients_by_month: msg`By month`,
}

const words: Readonly<Record<string, MessageDescriptor>> = {
  ...(restrictionNames satisfies Readonly<Record<RestrictionKind, MessageDescriptor>>),
  report: msg`A report`,
  illegal: msg`Against the law`,
  terms: msg`Against the terms`,
  open: msg({ message: 'Open', context: 'not decided' }),
  upheld: msg`Upheld`,
  dismissed: msg`Dismissed`,
  confirmed: msg`Confirmed`,
  reversed: msg`Reversed`,
  given: msg`Carried out`,
  partly: msg`Carried out in part`,
  not_given: msg`Not carried out`,
  member: msg`by a member`,
  public: msg`by a visitor`,
  flagger: msg`by a trusted flagger`,
  authority: msg`by an authority`,
  rule: msg`by a rule`,
  appeal: msg`on appeal`,
  staff: msg`by staff`,
  account: msg`Profile`,
  profile: msg`Texts of the profile`,
  photo: msg`A photo`,
  message: msg`A message`,
  voice: msg`A voice message`,
  review: msg`Review`,
  name: msg`Name`,
  minor: msg`About a minor`,
  harassment: msg`Insults or threats`,
  scam: msg`Money`,
  fake: msg`Fake profile`,
  spam: msg`Advertising`,
  other: msg`Something else`,
}

/** What a figure is divided by, in words. @param ruleName by the rules of the terms */
export function byWords(
  i18n: I18n,
  { figure, by }: Pick<TransparencyRow, 'figure' | 'by'>,
  ruleName: (clause: string) => string | undefined,
): string {
  if (by === null) return ''
  if (figure === 'recipients_by_month')
    return i18n.date(new Date(`${by}-15T00:00:00Z`), { month: 'long', year: 'numeric' })
  if (figure === 'orders_to_act' || figure === 'orders_for_information' || figure === 'crimes_notified')
    return placeName(i18n, by)
  if (figure.endsWith('_by_rule')) return ruleName(by) ?? by
  const known = words[by]
  return known ? i18n._(known) : by
}
