import type { I18n } from '@lingui/core'
import type { AccountKind, CorrectedFact, EmailProps } from '../email.ts'
import type { EmailWords, Writing } from './email-words.ts'

/** What stands on a profile since support corrected it. */
const correctedTexts: Readonly<Record<CorrectedFact, (i18n: I18n, value: string) => string>> = {
  name: (i18n, value) => i18n._('The name on your profile is now: {value}', { value }),
  home: (i18n, value) => i18n._('Where you live is now: {value}', { value }),
  age: (i18n, value) => i18n._('Your age is now: {value}', { value }),
  gender: (i18n, value) =>
    ({
      listed_woman: i18n._('Searches now list you among the women.'),
      listed_man: i18n._('Searches now list you among the men.'),
    })[value] ?? i18n._('Searches now list you among the women and among the men.'),
}

/** The emails about an account's life. */
export const accountTexts: { readonly [K in AccountKind]: (i18n: I18n, p: EmailProps[K], w: Writing) => EmailWords } = {
  'confirm-new-email': (i18n, _, w) => ({
    subject: i18n._('Confirm your new address on {title}', { title: w.title }),
    heading: i18n._('Is this your new address?'),
    lines: [
      i18n._('You asked to use this address for your profile on {title}. Until you confirm it, the old one stays.', {
        title: w.title,
      }),
    ],
    button: i18n._('Use this address'),
    after: i18n._(
      'The link is valid for 24 hours and works once. If you didn’t ask for it, ignore this email: nothing changes.',
    ),
  }),
  'email-changed': (i18n, p, w) => ({
    subject: i18n._('The address of your profile on {title} has changed', { title: w.title }),
    heading: i18n._('Your address has changed'),
    lines: [
      i18n._(
        'From now on you sign in to {title} and get our emails with {newEmail}. We no longer write to this address.',
        { title: w.title, newEmail: p.newEmail },
      ),
      i18n._(
        'If you asked for it, there’s nothing to do. If it wasn’t you, undo the change: this address comes back, every session ends, the password, passkeys and linked accounts are removed, and you get a link to choose a new password.',
      ),
    ],
    button: i18n._('It wasn’t me: undo'),
    after: i18n._('The link is valid for 7 days and works once. Until then nobody else can sign up with this address.'),
  }),
  'email-change-undone': (i18n, p, w) => ({
    subject: i18n._('Your profile on {title} has your address again', { title: w.title }),
    heading: i18n._('Your address is back'),
    lines: [
      i18n._('Every session has ended, and the password, passkeys and linked accounts are removed.'),
      ...(p.closed === 'suspended'
        ? [
            i18n._('Your profile on {title} stays, but it isn’t shown: our moderators have suspended it.', {
              title: w.title,
            }),
            i18n._('You can read why, and appeal.'),
          ]
        : [
            i18n._('Your profile on {title} is deactivated. If that wasn’t you, or you want it back, write to us.', {
              title: w.title,
            }),
          ]),
    ],
    button: p.closed === 'suspended' ? i18n._('See your decisions') : i18n._('Write to us'),
  }),
  'new-device': (i18n, p, w) => ({
    subject: i18n._('New sign-in to your profile on {title}', { title: w.title }),
    heading: i18n._('A sign-in from a new browser'),
    lines: [
      i18n._('On {moment} someone signed in to your profile on {title} with {browser}.', {
        moment: w.moment(p.at, 'On'),
        title: w.title,
        browser: browserWords(i18n, p),
      }),
      i18n._(
        'If it was you, all is well. If it wasn’t, choose a new password now: that ends every open session. In Profile → Where you’re signed in you can also end them one by one.',
      ),
    ],
    button: newPassword(i18n),
    after: i18n._('If you clear your cookies or use a private window, your browser looks new to us.'),
  }),
  'password-guesses': (i18n, p, w) => ({
    subject: i18n._('Someone is trying to sign in to your profile on {title}', { title: w.title }),
    heading: i18n._('Sign-in attempts with wrong passwords'),
    lines: [
      i18n._(
        'Up to {moment} someone tried several times to sign in to your profile on {title} with a wrong password. They didn’t get in: from now on, each attempt from a browser we don’t know is slowed right down.',
        { moment: w.moment(p.at, 'to'), title: w.title },
      ),
      i18n._(
        'If it’s you and you don’t remember the password, choose a new one. If it isn’t you, and your password is long and used only here, there’s nothing to do. From browsers you have signed in with before, you sign in as always.',
      ),
    ],
    button: newPassword(i18n),
    after: i18n._('We write to you about this once a day at most.'),
  }),
  'staff-invitation': (i18n, p) => ({
    subject: i18n._('Your access to the console {host}', { host: p.host }),
    heading: i18n._('Welcome to the console'),
    lines: [
      i18n._(
        '{name}, a colleague has given you access to the console {host}. Choose a password and set up the second factor: a passkey, or an app that shows codes.',
        { name: p.name, host: p.host },
      ),
    ],
    button: i18n._('Set up your access'),
    after: i18n._('The link is valid for 3 days and works once. If you didn’t expect this email, ignore it.'),
  }),
  'staff-further-brand': (i18n, p) => ({
    subject: i18n._('{brand} invites you in the console {host}', { brand: p.at, host: p.host }),
    heading: i18n._('You are invited to work at another brand'),
    lines: [
      i18n._(
        '{name}, an owner of {brand} would like to give you roles there. Read in your account which ones, and accept or decline. Until you accept, nothing changes.',
        { name: p.name, brand: p.at },
      ),
    ],
    button: i18n._('Open my account'),
    after: i18n._('If you don’t know why you get this email, decline.'),
  }),
  'staff-reset': (i18n, p) => ({
    subject: i18n._('Set up your access to the console {host} again', { host: p.host }),
    heading: i18n._('Your access has to be set up again'),
    lines: [
      i18n._(
        '{name}, your password and second factor for the console {host} were removed, and every session has ended. Choose new ones here.',
        { name: p.name, host: p.host },
      ),
    ],
    button: i18n._('Set up your access'),
    after: i18n._('The link is valid for 3 days and works once. If you didn’t ask for this, write to an owner.'),
  }),
  'staff-alert': (i18n, p, w) => ({
    subject: i18n._('Unusually much opened in the console of {title}', { title: w.title }),
    heading: i18n._('One person opened unusually much'),
    lines: [
      openedText(i18n, p, { name: p.name, opened: p.opened, title: w.title }),
      i18n._('The console’s audit shows which ones, and for what reason.'),
    ],
    after: i18n._('Every owner gets this email, each time the number has grown a lot.'),
  }),
  'audit-heads': (i18n, p, w) => ({
    subject: i18n._('Seal of the audit of {title}', { title: w.title }),
    heading: i18n._('The last entry of the audit tonight'),
    lines: [
      ...p.heads,
      i18n._(
        'Keep this email: if anyone changed the audit or cut it off, the command npm run audit:check would no longer find this entry.',
      ),
    ],
    after: i18n._('Every owner gets it each night.'),
  }),
  'account-disabled': (i18n, p, w) => ({
    subject: i18n._('Your profile on {title} is deactivated', { title: w.title }),
    heading: i18n._('Your profile is deactivated'),
    lines: [
      p.by === 'member'
        ? i18n._(
            'As you asked, your profile on {title} is no longer shown anywhere and you’re signed out everywhere. We’ll keep it as it is.',
            { title: w.title },
          )
        : i18n._(
            '{title} support has deactivated your profile: it’s no longer shown and you’re signed out everywhere.',
            { title: w.title },
          ) + (p.reason === null ? '' : ` ${i18n._('Reason: {reason}', { reason: p.reason })}`),
      ...(p.planEndsAt === null
        ? []
        : [
            i18n._(
              'The plan no longer renews: you pay nothing more. The time you paid for runs until {date} and is still yours if the profile reopens before then.',
              { date: w.date(p.planEndsAt, 'to') },
            ),
          ]),
      p.by === 'member'
        ? i18n._('To reopen it, or if you didn’t ask for this, write to {support} from this address.', {
            support: w.support,
          })
        : i18n._('If you think we made a mistake, write to {support}: another person looks at the case again.', {
            support: w.support,
          }),
    ],
  }),
  'account-restored': (i18n, p, w) =>
    p.suspended
      ? {
          subject: p.deactivated
            ? i18n._('Your profile on {title} is suspended', { title: w.title })
            : i18n._('Your profile on {title} won’t be deleted', { title: w.title }),
          heading: p.deactivated
            ? i18n._('Your profile is no longer deactivated')
            : i18n._('We’ve cancelled the deletion'),
          lines: [
            i18n._('Your profile on {title} stays, but it isn’t shown: our moderators have suspended it.', {
              title: w.title,
            }),
            i18n._('You can read why, and appeal.'),
            i18n._('If you didn’t ask for this, write to us.'),
          ],
          button: i18n._('See your decisions'),
        }
      : {
          subject: i18n._('Your profile on {title} is active again', { title: w.title }),
          heading: i18n._('Good to have you back'),
          lines: [
            i18n._('Your profile on {title} is shown again, with your conversations and remaining messages.', {
              title: w.title,
            }),
            i18n._('If you didn’t ask for this, choose a new password now and write to us.'),
          ],
          button: i18n._('Sign in'),
        },
  'profile-corrected': (i18n, p, w) => ({
    subject: i18n._('Your profile on {title} has been corrected', { title: w.title }),
    heading: i18n._('Support has corrected your profile'),
    lines: [
      correctedTexts[p.what](i18n, p.value),
      i18n._('If you didn’t ask for this, write to us: we’ll put it back.'),
    ],
    button: i18n._('See your profile'),
  }),
  'deletion-started': (i18n, p, w) => ({
    subject: i18n._('Your profile on {title} will be deleted on {date}', {
      title: w.title,
      date: w.date(p.erasedOn, 'on'),
    }),
    heading: i18n._('You asked us to delete your profile'),
    lines: [
      i18n._(
        'Your profile on {title} is no longer shown. On {date} we’ll delete your profile, texts, preferences and remaining messages and take your name off those you wrote: after that there’s no way back.',
        { title: w.title, date: w.date(p.erasedOn, 'On') },
      ),
      ...(p.planEndsAt === null
        ? []
        : [
            i18n._('The plan no longer renews: you pay nothing more. The time you paid for runs until {date}.', {
              date: w.date(p.planEndsAt, 'to'),
            }),
          ]),
      i18n._('If you change your mind, or if you didn’t ask for this, you can keep it until that day.'),
    ],
    button: i18n._('Keep your profile'),
    after: i18n._('The link is valid until that day and works once. You can also sign in with your password.'),
  }),
  'absence-reminder': (i18n, p, w) => ({
    subject: i18n._('Your profile on {title} will close on {date}', { title: w.title, date: w.date(p.endsOn, 'on') }),
    heading: i18n._('Do you want to keep your profile?'),
    lines: [
      i18n._(
        'You haven’t signed in to {title} for a long time. So as not to keep your data for no reason, we’ll close your profile on {date} and delete it 30 days later, with its texts and photos.',
        { title: w.title, date: w.date(p.endsOn, 'on') },
      ),
      i18n._('To keep it, just sign in once before that day.'),
      i18n._('If you no longer need it, you don’t have to do anything.'),
    ],
    button: i18n._('Sign in'),
    after: i18n._('If you have forgotten your password, you can choose a new one on the same page.'),
  }),
  'ended-by-absence': (i18n, p, w) => ({
    subject: i18n._('Your profile on {title} will be deleted on {date}', {
      title: w.title,
      date: w.date(p.erasedOn, 'on'),
    }),
    heading: i18n._('We’ve closed your profile'),
    lines: [
      i18n._(
        'You haven’t signed in to {title} for a long time, so your profile is no longer visible. On {date} we’ll delete it and take your name off your messages: after that there’s no way back.',
        { title: w.title, date: w.date(p.erasedOn, 'On') },
      ),
      i18n._('Until that day you can have it back with everything that was in it.'),
    ],
    button: i18n._('Keep your profile'),
    after: i18n._('The link is valid until that day and works once. You can also sign in with your password.'),
  }),
  deleted: (i18n, _, w) => ({
    subject: i18n._('Your profile on {title} has been deleted', { title: w.title }),
    heading: i18n._('Your profile is gone'),
    lines: [
      i18n._(
        'We’ve deleted your profile on {title}: your profile, preferences and sign-in details. The messages you wrote stay with the people who received them, without your name. We keep only the payment records the law requires, no longer linked to you.',
        { title: w.title },
      ),
      i18n._('This is the last email: we now forget this address too. Good luck.'),
    ],
  }),
}

const newPassword = (i18n: I18n): string => i18n._({ id: 'button-choose-password', message: 'Choose a new password' })

const browserWords = (i18n: I18n, { browser, system }: EmailProps['new-device']): string => {
  const name = browser ?? i18n._('a browser we don’t know')
  return system === null ? name : `${name} (${system})`
}

function openedText(
  i18n: I18n,
  { what = 'files' }: EmailProps['staff-alert'],
  values: { readonly name: string; readonly opened: number; readonly title: string },
): string {
  switch (what) {
    case 'files':
      return i18n._('Within an hour, {name} opened the files of {opened} members of {title}.', values)
    case 'searches':
      return i18n._('Within an hour, {name} searched {opened} times for members of {title}.', values)
    case 'money':
      return i18n._('Within an hour, {name} opened {opened} orders, disputes or lists of members of {title}.', values)
    case 'tickets':
      return i18n._('Within an hour, {name} opened {opened} requests to the support of {title}.', values)
    case 'exports':
      return i18n._('Within an hour, {name} exported {opened} tables of {title}.', values)
  }
}
