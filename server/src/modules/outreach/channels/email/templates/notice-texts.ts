import type { I18n } from '@lingui/core'
import type { EmailProps, NoticeKind } from '../email.ts'
import type { EmailWords } from './email-words.ts'

const discreet = (i18n: I18n): string => i18n._('For your privacy we don’t say who it is here.')

/** The emails about what happened in the product, besides messages. They name no one. */
export const noticeTexts: {
  readonly [K in NoticeKind]: (i18n: I18n, p: EmailProps[K], title: string) => EmailWords
} = {
  'new-invite': (i18n, _, title) => ({
    subject: i18n._('An invite is waiting for you on {title}', { title }),
    heading: i18n._('Someone wants to write to you'),
    lines: [i18n._('A person sent you an invite: read it, and decide whether to accept it.'), discreet(i18n)],
    button: i18n._('Read the invite'),
    after: i18n._('We won’t write about this conversation again until you open it.'),
  }),
  'new-like': (i18n, _, title) => ({
    subject: i18n._('You have a new like on {title}', { title }),
    heading: i18n._('Someone likes you'),
    lines: [i18n._('A person liked your profile.'), discreet(i18n)],
    button: i18n._('Go to your notifications'),
  }),
  'new-match': (i18n, _, title) => ({
    subject: i18n._('You have a match on {title}', { title }),
    heading: i18n._('You like each other'),
    lines: [i18n._('A person you like has liked you back.'), discreet(i18n)],
    button: i18n._('Go to your notifications'),
  }),
  'new-visit': (i18n, _, title) => ({
    subject: i18n._('Your profile on {title} had a visit', { title }),
    heading: i18n._('You’ve had a visit'),
    lines: [i18n._('A person opened your profile.'), discreet(i18n)],
    button: i18n._('Go to your notifications'),
  }),
  'notice-digest': (i18n, p, title) => ({
    subject: i18n._('Your {title} summary', { title }),
    heading: i18n._('What’s waiting for you'),
    lines: [
      p.messages > 0 &&
        i18n._(
          '{count, plural, one {One conversation with unread messages} other {# conversations with unread messages}}',
          { count: p.messages },
        ),
      p.invites > 0 &&
        i18n._('{count, plural, one {One invite to read} other {# invites to read}}', { count: p.invites }),
      p.matches > 0 && i18n._('{count, plural, one {One new match} other {# new matches}}', { count: p.matches }),
      p.likes > 0 && i18n._('{count, plural, one {One new like} other {# new likes}}', { count: p.likes }),
      p.visits > 0 && i18n._('{count, plural, one {One visit} other {# visits}}', { count: p.visits }),
    ].filter((line) => line !== false),
    button: i18n._('Go to your notifications'),
    after: i18n._('You get your notifications together, in one email, because you chose to.'),
  }),
  'test-notice': (i18n, _, title) => ({
    subject: i18n._('A test from {title}', { title }),
    heading: i18n._('This is a test'),
    lines: [i18n._('You asked for it: if you’re reading it, notifications by email reach you.')],
    button: i18n._('Back to your notifications'),
  }),
}
