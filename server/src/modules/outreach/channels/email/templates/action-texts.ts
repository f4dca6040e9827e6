import type { I18n } from '@lingui/core'
import type { ActionKind } from '../email.ts'
import type { EmailWords } from './email-words.ts'
import { appealLine } from './statement-lines.ts'

/** The emails that consist of a heading, some lines, a button and a closing line. */
export const actionTexts: Readonly<Record<ActionKind, (i18n: I18n, title: string) => Required<EmailWords>>> = {
  'confirm-email': (i18n, title) => ({
    subject: i18n._('Confirm your address on {title}', { title }),
    heading: i18n._('Your profile on {title} is almost ready', { title }),
    lines: [i18n._('One step is left: confirm that this address is yours. Then you can write and get answers.')],
    button: i18n._('Confirm the address'),
    after: i18n._(
      'The link is valid for 24 hours and works once. If it wasn’t you who joined, ignore this email: without confirmation nothing happens.',
    ),
  }),
  'registered-again': (i18n, title) => ({
    subject: i18n._('You’re already on {title}: confirm the address', { title }),
    heading: i18n._('This address is already in use'),
    lines: [
      i18n._(
        'Someone tried to join {title} again with this address, which isn’t confirmed yet. If it was you, confirm here: the profile from before is waiting.',
        { title },
      ),
    ],
    button: i18n._('Confirm the address'),
    after: i18n._('The link is valid for 24 hours and works once. If it wasn’t you, ignore this email.'),
  }),
  'reset-password': (i18n, title) => ({
    subject: i18n._('Choose a new password for {title}', { title }),
    heading: i18n._('Choose a new password'),
    lines: [
      i18n._(
        'We were asked to change the password of your profile. With the button you choose a new one; after that your other devices are signed out.',
      ),
    ],
    button: i18n._('Choose the password'),
    after: i18n._(
      'The link is valid for 2 hours and works once. If you didn’t ask for it, ignore this email: the password stays as it was.',
    ),
  }),
  welcome: (i18n, title) => ({
    subject: i18n._('You’re in: your profile on {title} is open', { title }),
    heading: i18n._('Good to have you here'),
    lines: [
      i18n._('Your address is confirmed: from now on other people can find you.'),
      i18n._(
        'Start with a few lines about you and what you’re looking for, so that whoever reads them knows what to talk to you about.',
      ),
      i18n._(
        'Then a first hello. It doesn’t have to be the perfect line: a question about something you read in a profile will do.',
      ),
    ],
    button: i18n._('Complete your profile'),
    after: i18n._(
      'The button signs you in without a password, so please don’t forward this email. It’s valid for 3 days and works once; after that, sign in as usual.',
    ),
  }),
  'sign-in-link': (i18n, title) => ({
    subject: i18n._('Your new sign-in link for {title}', { title }),
    heading: i18n._('Sign in with one click'),
    lines: [i18n._('Your previous link had expired and you asked for a new one: here it is. No password needed.')],
    button: i18n._({ id: 'sign-in-by-link', message: 'Sign in' }),
    after: i18n._(
      'The link is valid for 3 days and works once. If you didn’t ask for it, ignore this email: nobody gets in without opening it.',
    ),
  }),
  'passkey-added': (i18n, title) => ({
    subject: i18n._('New passkey for your profile on {title}', { title }),
    heading: i18n._('You added a passkey'),
    lines: [
      i18n._(
        'From now on you can sign in to {title} with your device’s fingerprint, face or PIN, without a password.',
        { title },
      ),
    ],
    button: i18n._('See your passkeys'),
    after: i18n._(
      'Wasn’t that you? Remove it from your profile right away, change your password and write to support.',
    ),
  }),
  'passkey-removed': (i18n, title) => ({
    subject: i18n._('Passkey removed from your profile on {title}', { title }),
    heading: i18n._('You removed a passkey'),
    lines: [
      i18n._('That passkey no longer opens {title}. The other ways of signing in stay as they were.', {
        title,
      }),
    ],
    button: i18n._('See your passkeys'),
    after: i18n._({
      id: 'passkey-removed-by-others',
      message:
        'Wasn’t that you? Change your password, check in your profile where you’re signed in, and write to support.',
    }),
  }),
  'google-linked': (i18n, title) => ({
    subject: i18n._('Google account linked to your {title} profile', { title }),
    heading: i18n._('You linked a Google account'),
    lines: [
      i18n._(
        'From now on you can also sign in to {title} with your Google account. Your other ways of signing in stay as they were.',
        { title },
      ),
    ],
    button: i18n._('See it in your profile'),
    after: i18n._('Wasn’t that you? Unlink it from your profile now, change your password and write to support.'),
  }),
  'google-unlinked': (i18n, title) => ({
    subject: i18n._('Google account unlinked from your {title} profile', { title }),
    heading: i18n._('You unlinked your Google account'),
    lines: [
      i18n._('That Google account no longer opens {title}. Your other ways of signing in stay as they were.', {
        title,
      }),
    ],
    button: i18n._('See it in your profile'),
    after: i18n._(
      'Wasn’t that you? Change your password, check in your profile where you’re signed in, and write to support.',
    ),
  }),
  'export-ready': (i18n, title) => ({
    subject: i18n._('Your {title} data is ready', { title }),
    heading: i18n._('The archive with your data is ready'),
    lines: [
      i18n._(
        'It contains your profile, conversations, activity, orders and photos. Download it from your profile within 7 days.',
      ),
    ],
    button: i18n._('Go to your data'),
    after: i18n._(
      'To download it we’ll ask for your password again. If it wasn’t you, change your password and sign out your other devices.',
    ),
  }),
  'new-message': (i18n, title) => ({
    subject: i18n._('A message is waiting on {title}', { title }),
    heading: i18n._('A message is waiting'),
    lines: [i18n._('Someone wrote to you. For privacy we show neither who it is nor what they say.')],
    button: i18n._('Open your messages'),
    after: i18n._('We won’t write about this conversation again until you open it.'),
  }),
  'report-upheld': (i18n, title) => ({
    subject: i18n._('We’ve read your report on {title}', { title }),
    heading: i18n._('Thanks for your report'),
    lines: [
      i18n._(
        'A person has read what you reported and agreed with you: that behaviour breaks our rules, and we’ve acted on it.',
      ),
      i18n._(
        'To protect everyone’s privacy we don’t say what we decided about the other person, and they don’t know who reported them.',
      ),
      i18n._('If it goes on, report it again.'),
    ],
    button: i18n._('See your reports'),
    after: appealLine(i18n),
  }),
  'report-gone': (i18n, title) => ({
    subject: i18n._('We’ve read your report on {title}', { title }),
    heading: i18n._('Thanks for your report'),
    lines: [
      i18n._(
        'A person has read what you reported. The profile, or what you reported, no longer exists: nobody sees it any more, so there was nothing left to decide.',
      ),
    ],
    button: i18n._('See your reports'),
    after: i18n._('If you meet it again, report it again.'),
  }),
  'photo-verified': (i18n, title) => ({
    subject: i18n._('Your photo on {title} is verified', { title }),
    heading: i18n._('Your photo is verified'),
    lines: [
      i18n._(
        'A person compared your gesture with your main photo: from now on your profile says so to those who look at it.',
      ),
    ],
    button: i18n._('Go to your photos'),
    after: i18n._('The picture of the gesture has been deleted. If you change your main photo, the mark goes.'),
  }),
  'verification-refused': (i18n, title) => ({
    subject: i18n._('We couldn’t verify your photo on {title}', { title }),
    heading: i18n._('The photo isn’t verified'),
    lines: [
      i18n._(
        'A person compared your gesture with your main photo and couldn’t confirm it was you. The reason is next to your photos.',
      ),
    ],
    button: i18n._('Read the reason'),
    after: i18n._('The picture of the gesture has been deleted. You can try again with another gesture.'),
  }),
  'report-dismissed': (i18n, title) => ({
    subject: i18n._('We’ve read your report on {title}', { title }),
    heading: i18n._('Thanks for your report'),
    lines: [
      i18n._(
        'A person has read what you reported and found nothing that breaks our rules, so the profile stays as it is.',
      ),
      i18n._('You can block anyone you’d rather not meet: you won’t see each other, and they can’t write to you.'),
    ],
    button: i18n._('See your reports'),
    after: appealLine(i18n),
  }),
}
