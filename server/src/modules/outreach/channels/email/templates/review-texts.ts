import type { Locale, ReviewRefusal } from '@incontro/contract'
import type { I18n } from '@lingui/core'
import type { EmailProps } from '../email.ts'
import type { EmailWords } from './email-words.ts'
import { appealButton, appealLine, statementLines } from './statement-lines.ts'

export const publishedReview = (i18n: I18n, title: string): EmailWords => ({
  subject: i18n._('Your review is on {title}', { title }),
  heading: i18n._('Your review is published'),
  lines: [
    i18n._(
      'Thank you for sharing how it went on {title}. Anyone who opens the reviews page can now read it, with your profile name and your age.',
      { title },
    ),
    i18n._('You can change it or take it back whenever you like. If you change it, we read it again before it shows.'),
  ],
  button: i18n._('See the reviews'),
})

/** The statement of reasons: what was decided, on what ground, by whom, and what the author can do (regulation (EU) 2022/2065, article 17). */
export const refusedReview = (
  i18n: I18n,
  title: string,
  { reason, statement }: Omit<EmailProps['review-refused'], 'link'>,
  locale: Locale,
): EmailWords => ({
  subject: i18n._('Your review on {title} hasn’t been published', { title }),
  heading: i18n._('We haven’t published your review'),
  lines: [
    i18n._(
      'We’ve decided not to show the review you wrote on {title} because {ground}. That’s against the rules for reviews, which are shown where you write a review.',
      { title, ground: grounds(i18n)[reason] },
    ),
    ...(statement ? statementLines(i18n, statement, locale) : []),
    i18n._(
      'The rating has nothing to do with it: we publish negative reviews too. You can rewrite yours whenever you like.',
    ),
    appealLine(i18n),
  ],
  ...appealButton(i18n),
})

/** The ground as the end of a sentence that has said “because”. */
const grounds = (i18n: I18n): Readonly<Record<ReviewRefusal, string>> => ({
  insults: i18n._('it contains insults or threats'),
  personal_data: i18n._('it contains personal data or lets someone else be recognised'),
  advertising: i18n._('it advertises or leads to other services'),
  unlawful: i18n._('it contains something that the law forbids'),
  off_topic: i18n._('it isn’t about your experience with the service'),
  not_own: i18n._('we have reason to believe that it doesn’t tell an experience of your own'),
})
