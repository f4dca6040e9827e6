import type { Locale } from '@incontro/contract'
import type { I18n } from '@lingui/core'
import type { StatementProps } from '../email.ts'

/** On what ground a decision against a member was made, and who made it (regulation (EU) 2022/2065, article 17). */
export const statementLines = (i18n: I18n, p: StatementProps, locale: Locale): string[] => [
  p.ground === 'illegal'
    ? i18n._('We consider it forbidden by law, and by section {section} of the terms of use: {rule}.', {
        section: p.section,
        rule: p.rule[locale],
      })
    : i18n._('It is against section {section} of the terms of use: {rule}.', {
        section: p.section,
        rule: p.rule[locale],
      }),
  p.automatedDetection
    ? i18n._('A program drew our attention to it; a person decided.')
    : i18n._('A person decided this, not a program.'),
]

/** What the member can do about it, where it is read. */
export const appealLine = (i18n: I18n): string =>
  i18n._(
    'If you think we got it wrong, you can appeal free of charge within six months on the page “My reports and decisions”: another person reads it. You can also turn to a dispute settlement body or a court.',
  )

/** The button leads to the decision, where the appeal is. */
export const appealButton = (i18n: I18n): { readonly button: string; readonly after: string } => ({
  button: i18n._('Read the decision or appeal'),
  after: i18n._('The link works for six months and shows the decisions about you: don’t forward this email.'),
})
