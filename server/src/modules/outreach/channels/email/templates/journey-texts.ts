import type { I18n } from '@lingui/core'
import type { JourneyKind } from '../email.ts'
import type { EmailWords } from './email-words.ts'

/** The emails at a point of a member's course. */
export const journeyTexts: Readonly<Record<JourneyKind, (i18n: I18n, title: string) => EmailWords>> = {
  'journey-no-photo': (i18n, title) => ({
    subject: i18n._('Your {title} profile has no photo yet', { title }),
    heading: i18n._('A photo says more than a profile text'),
    lines: [
      i18n._('Your profile has no photo yet, so others can’t see who would be writing to them.'),
      i18n._(
        'One clear photo of your face is enough. You choose it, and you can change or delete it whenever you like.',
      ),
    ],
    button: i18n._('Add a photo'),
  }),
  'journey-no-first-message': (i18n, title) => ({
    subject: i18n._('A first message on {title}', { title }),
    heading: i18n._('A first message is easier than it seems'),
    lines: [
      i18n._('You’ve been here for a few days and haven’t written to anyone yet.'),
      i18n._('Ask about something in their profile: a question is easier to answer than a greeting.'),
    ],
    button: i18n._('See who is there'),
  }),
  'journey-lapsed': (i18n, title) => ({
    subject: i18n._('Your plan on {title} ended a month ago', { title }),
    heading: i18n._('Your profile is still here'),
    lines: [
      i18n._(
        'Your plan ended a month ago. Your profile, your conversations and what you bought separately are still there.',
      ),
      i18n._('If you’d like to go on, the plans and their prices are on this page. If not, there is nothing to do.'),
    ],
    button: i18n._('Look at the plans'),
  }),
}
