import type { AccountTexts } from './account-texts.ts'

export const accountTexts: AccountTexts = {
  'confirm-new-email': {
    subject: (_, w) => `Confirm your new address on ${w.title}`,
    heading: () => 'Is this your new address?',
    lines: (_, w) => [
      `You asked to use this address for your profile on ${w.title}. Until you confirm it, the old one stays.`,
    ],
    button: 'Use this address',
    after:
      'The link is valid for 24 hours and works once. If you didn’t ask for it, ignore this email: nothing changes.',
  },
  'email-changed': {
    subject: (_, w) => `The address of your profile on ${w.title} has changed`,
    heading: () => 'Your address has changed',
    lines: (p, w) => [
      `From now on you sign in to ${w.title} and get our emails with ${p.newEmail}. We no longer write to this address.`,
      'If you asked for it, there’s nothing to do. If it wasn’t you, undo the change: this address comes back, every session ends, the password, passkeys and linked accounts are removed, and you get a link to choose a new password.',
    ],
    button: 'It wasn’t me: undo',
    after: 'The link is valid for 7 days and works once. Until then nobody else can sign up with this address.',
  },
  'new-device': {
    subject: (_, w) => `New sign-in to your profile on ${w.title}`,
    heading: () => 'A sign-in from a new browser',
    lines: (p, w) => [
      `On ${w.moment(p.at)} someone signed in to your profile on ${w.title} with ${p.browser ?? 'a browser we don’t know'}${p.system === null ? '' : ` (${p.system})`}.`,
      'If it was you, all is well. If it wasn’t, choose a new password now: that ends every open session. In Profile → Where you’re signed in you can also end them one by one.',
    ],
    button: 'Choose a new password',
    after: 'If you clear your cookies or use a private window, your browser looks new to us.',
  },
  'password-guesses': {
    subject: (_, w) => `Someone is trying to sign in to your profile on ${w.title}`,
    heading: () => 'Sign-in attempts with wrong passwords',
    lines: (p, w) => [
      `Up to ${w.moment(p.at)} someone tried several times to sign in to your profile on ${w.title} with a wrong password. They didn’t get in: from now on each try from a browser we don’t know takes a lot of time.`,
      'If it’s you and you don’t remember the password, choose a new one. If it isn’t you, and your password is long and used only here, there’s nothing to do. From browsers you have signed in with before, you sign in as always.',
    ],
    button: 'Choose a new password',
    after: 'We write to you about this once a day at most.',
  },
  'account-disabled': {
    subject: (_, w) => `Your profile on ${w.title} is deactivated`,
    heading: () => 'Your profile is deactivated',
    lines: (p, w) => [
      p.by === 'member'
        ? `As you asked, your profile on ${w.title} is no longer shown anywhere and you are signed out everywhere. We keep it as it is.`
        : `Customer care at ${w.title} has deactivated your profile: it is no longer shown and you are signed out everywhere.${p.reason === null ? '' : ` Reason: ${p.reason}`}`,
      ...(p.planEndsAt === null
        ? []
        : [
            `The plan no longer renews: you pay nothing more. The time you paid for runs until ${w.date(p.planEndsAt)} and is still yours if the profile reopens before then.`,
          ]),
      p.by === 'member'
        ? `To reopen it, or if you didn’t ask for this, write to ${w.support} from this address.`
        : `If you think we made a mistake, write to ${w.support}: another person looks at the case again.`,
    ],
    button: '',
    after: '',
  },
  'account-restored': {
    subject: (_, w) => `Your profile on ${w.title} is active again`,
    heading: () => 'Good to have you back',
    lines: (_, w) => [
      `Your profile on ${w.title} is shown again, with the conversations and credits you had.`,
      'If you didn’t ask for this, choose a new password now and write to us.',
    ],
    button: 'Sign in',
    after: '',
  },
  'deletion-started': {
    subject: (p, w) => `Your profile on ${w.title} will be deleted on ${w.date(p.erasedOn)}`,
    heading: () => 'You asked us to delete your profile',
    lines: (p, w) => [
      `Your profile on ${w.title} is no longer shown. On ${w.date(p.erasedOn)} we delete your profile, texts, preferences and credits and take your name off your messages: after that there is no way back.`,
      ...(p.planEndsAt === null
        ? []
        : [
            `The plan no longer renews: you pay nothing more. The time you paid for runs until ${w.date(p.planEndsAt)}.`,
          ]),
      'If you change your mind, or if you didn’t ask for this, you can keep it until that day.',
    ],
    button: 'Keep your profile',
    after: 'The link is valid until that day and works once. You can also sign in with your password.',
  },
  deleted: {
    subject: (_, w) => `Your profile on ${w.title} has been deleted`,
    heading: () => 'Your profile is gone',
    lines: (_, w) => [
      `We have deleted your profile on ${w.title}: texts, preferences and ways in. The messages you wrote stay with those who received them, without your name. Of payments, what the law makes us keep remains, apart from you.`,
      'This is the last email: we now forget this address too. Good luck.',
    ],
    button: '',
    after: '',
  },
}
