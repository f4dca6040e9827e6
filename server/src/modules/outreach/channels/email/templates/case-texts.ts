import type { Locale, RestrictedContent } from '@incontro/contract'
import type { I18n } from '@lingui/core'
import type { CaseEmailKind, EmailProps, RestrictionProps } from '../email.ts'
import type { EmailWords, Writing } from './email-words.ts'
import { appealButton, appealLine, statementLines } from './statement-lines.ts'

/** The emails about decisions against a member, appeals, notices and requests of anybody. */
export const caseTexts: {
  readonly [K in CaseEmailKind]: (i18n: I18n, p: EmailProps[K], w: Writing, locale: Locale) => EmailWords
} = {
  restriction: (i18n, p, w, locale) => ({
    subject: i18n._('A decision about your profile on {title}', { title: w.title }),
    heading: headingOf(i18n, p),
    lines: [
      effectOf(i18n, p, w),
      p.facts,
      ...statementLines(i18n, p, locale),
      ...(p.isPaused
        ? [i18n._('Your plan is paused: the days that are left go on when your profile is active again.')]
        : []),
      appealLine(i18n),
    ],
    ...appealButton(i18n),
  }),
  'appeal-decided': (i18n, p, w) => ({ ...appealAnswer(i18n, p, w), button: i18n._('See your decisions') }),
  'restriction-lifted': (i18n, p, w) => ({
    subject: i18n._('A decision about your profile on {title} is over', { title: w.title }),
    heading: i18n._('We’ve taken a decision back'),
    lines: [
      p.restriction === 'warning'
        ? i18n._('We looked at it again: the warning no longer counts.')
        : p.restriction === 'messaging_off'
          ? i18n._('We looked at it again: you can write again, as before.')
          : p.restriction === 'suspension' || p.restriction === 'removal'
            ? i18n._('We looked at it again: your profile is no longer suspended.')
            : i18n._('We looked at it again: what we had removed is back, unless you have replaced it.'),
    ],
    button: i18n._('See your decisions'),
  }),
  'authority-order': (i18n, p, w, locale) => ({
    subject: i18n._('An order of an authority about your profile on {title}', { title: w.title }),
    heading:
      p.order === 'act'
        ? i18n._('An authority ordered us to act')
        : i18n._('An authority ordered us to give it information'),
    lines: [
      i18n._('{authority} ({country}) sent us the order {reference}, which we received on {date}.', {
        authority: p.authority,
        country: new Intl.DisplayNames([locale], { type: 'region' }).of(p.country) ?? p.country,
        reference: p.reference,
        date: w.date(p.receivedAt, 'on'),
      }),
      i18n._('Its legal ground: {legalGround}', { legalGround: p.legalGround }),
      ...(p.effect ? [effectOf(i18n, p.effect, w)] : []),
      p.facts,
      i18n._('You can challenge the order before the authority that issued it, or before a court of its country.'),
      ...(p.effect
        ? [
            i18n._(
              'If you think that we carried it out wrongly, you can appeal to us free of charge within six months: another person reads it.',
            ),
          ]
        : []),
    ],
    button: i18n._('See your decisions'),
    after: i18n._('The link works for six months and shows the decisions about you: don’t forward this email.'),
  }),
  'reports-warning': (i18n, _, w) => ({
    subject: i18n._('Your reports on {title}', { title: w.title }),
    heading: i18n._('Report only what is wrong'),
    lines: [
      i18n._(
        'In the last year several of your reports were plainly baseless. A person reads each one, while someone who needs help waits.',
      ),
      i18n._('If this goes on, we take no reports from you for 30 days.'),
    ],
    button: i18n._('See your reports'),
  }),
  'notice-received': (i18n, p, w) => ({
    subject: i18n._('Your notice to {title} has arrived', { title: w.title }),
    heading: i18n._('We have received your notice'),
    lines: [
      i18n._('It is about: {place}', { place: p.place }),
      i18n._('A person reads and decides it. We write to you here when it is decided.'),
    ],
  }),
  'support-received': (i18n, p, w) => ({
    subject: i18n._('Your request to {title} has arrived', { title: w.title }),
    heading: i18n._('We have received your request'),
    lines: [
      i18n._('A person reads it on working days and answers to this address.'),
      i18n._('If you haven’t written to us, someone gave your address by mistake: there is nothing to do.'),
    ],
    ...(p.isMember && { button: i18n._('See your requests') }),
  }),
  'notice-upheld': (i18n, _, w) => ({
    subject: i18n._('The outcome of your notice to {title}', { title: w.title }),
    heading: i18n._('You were right'),
    lines: [i18n._('A person looked at your notice, and we have acted. Thank you.'), appealLine(i18n)],
    ...noticeButton(i18n),
  }),
  'notice-dismissed': (i18n, _, w) => ({
    subject: i18n._('The outcome of your notice to {title}', { title: w.title }),
    heading: i18n._('We haven’t acted'),
    lines: [
      i18n._('A person looked at your notice and found nothing that is illegal or against our terms.'),
      appealLine(i18n),
    ],
    ...noticeButton(i18n),
  }),
  'notice-appeal-decided': (i18n, p, w) => ({
    ...appealAnswer(i18n, p, w),
    button: i18n._('See your notice'),
    after: noticeButton(i18n).after,
  }),
  'notice-gone': (i18n, _, w) => ({
    subject: i18n._('The outcome of your notice to {title}', { title: w.title }),
    heading: i18n._('It no longer exists'),
    lines: [
      i18n._(
        'A person looked at your notice. What it is about no longer exists: nobody sees it any more, so there was nothing left to decide.',
      ),
      i18n._('If you find it again, send us another notice.'),
    ],
  }),
}

const appealAnswer = (i18n: I18n, p: EmailProps['appeal-decided'], w: Writing) => ({
  subject: i18n._('The answer to your appeal on {title}', { title: w.title }),
  heading: p.outcome === 'reversed' ? i18n._('Your appeal is upheld') : i18n._('The decision stands'),
  lines: [
    p.outcome === 'reversed'
      ? i18n._('Another person looked at the case again and reversed the decision.')
      : i18n._('Another person looked at the case again and confirmed the decision.'),
    p.answer,
    ...(p.outcome === 'reversed' ? [] : [i18n._('You can still turn to a dispute settlement body or a court.')]),
  ],
})

/** The button leads to the notice, where the appeal is. */
const noticeButton = (i18n: I18n) => ({
  button: i18n._('Read the decision or appeal'),
  after: i18n._('The link works for six months and shows your notice: don’t forward this email.'),
})

function headingOf(i18n: I18n, { restriction }: RestrictionProps): string {
  switch (restriction) {
    case 'warning':
      return i18n._('A warning')
    case 'content_removed':
      return i18n._('We have removed something of yours')
    case 'messaging_off':
      return i18n._('You can’t write for now')
    case 'suspension':
      return i18n._('Your profile is suspended')
    case 'removal':
      return i18n._('We have closed your profile')
  }
}

function effectOf(i18n: I18n, p: Pick<RestrictionProps, 'restriction' | 'until' | 'content'>, w: Writing): string {
  const date = p.until === null ? '' : w.date(p.until, 'to')
  switch (p.restriction) {
    case 'warning':
      return i18n._('Nothing changes in your profile, but the next time we may suspend it.')
    case 'content_removed':
      return contents(i18n)[p.content]
    case 'messaging_off':
      return i18n._('Until {date} you can read messages, but not send any.', { date })
    case 'suspension':
      return p.until === null
        ? i18n._('Your profile on {title} is hidden, and you can’t sign in.', { title: w.title })
        : i18n._('Until {date} your profile on {title} is hidden, and you can’t sign in. Then it is as it was.', {
            date,
            title: w.title,
          })
    case 'removal':
      return i18n._(
        'Your profile on {title} is closed, and your plan doesn’t renew. You keep the right to withdraw from your purchases.',
        { title: w.title },
      )
  }
}

/** What was removed. */
const contents = (i18n: I18n): Readonly<Record<RestrictedContent, string>> => ({
  account: i18n._('We have removed something of yours: no one else sees it any more.'),
  photo: i18n._('We have removed one of your photos: no one else sees it any more.'),
  profile: i18n._('We have removed the texts of your profile: no one else sees them any more.'),
  name: i18n._('We have removed the name of your profile: you can choose another one.'),
  message: i18n._('We have removed what you wrote in a conversation: the other person doesn’t see it any more.'),
  voice: i18n._('We have removed one of your voice messages: its recipient doesn’t hear it any more.'),
  review: i18n._('We have removed your review: no one reads it any more.'),
})
