import { planTexts } from './plan-texts.en.ts'
import type { EmailTexts } from './texts.ts'

export const texts: EmailTexts = {
  plan: planTexts,
  'confirm-email': {
    subject: (title) => `Confirm your address on ${title}`,
    heading: (title) => `Your profile on ${title} is almost ready`,
    lines: () => ['One step is left: confirm that this address is yours. Then you can write and get answers.'],
    button: 'Confirm the address',
    after:
      'The link is valid for 24 hours and works once. If it wasn’t you who joined, ignore this email: without confirmation nothing happens.',
  },
  'registered-again': {
    subject: (title) => `You are already on ${title}: confirm the address`,
    heading: () => 'This address is already in use',
    lines: (title) => [
      `Someone tried to join ${title} again with this address, which isn’t confirmed yet. If it was you, confirm here: the profile from before is waiting.`,
    ],
    button: 'Confirm the address',
    after: 'The link is valid for 24 hours and works once. If it wasn’t you, ignore this email.',
  },
  'reset-password': {
    subject: (title) => `Choose a new password for ${title}`,
    heading: () => 'Choose a new password',
    lines: () => [
      'We were asked to change the password of your profile. With the button you choose a new one; after that your other devices are signed out.',
    ],
    button: 'Choose the password',
    after:
      'The link is valid for 2 hours and works once. If you didn’t ask for it, ignore this email: the password stays as it was.',
  },
  welcome: {
    subject: (title) => `You are in: your profile on ${title} is open`,
    heading: () => 'Good to have you here',
    lines: () => [
      'Your address is confirmed: from now on other people can find you.',
      'Start with a few lines about you and what you are looking for, so that whoever reads them knows what to talk to you about.',
      'Then a first hello. It need not be the perfect line: a question about something you read in a profile will do.',
    ],
    button: 'Complete your profile',
    after:
      'The button signs you in without a password, so please don’t forward this email. It’s valid for 3 days and works once; after that, sign in as usual.',
  },
  'sign-in-link': {
    subject: (title) => `Your new sign-in link for ${title}`,
    heading: () => 'Sign in with one click',
    lines: () => ['The link from before had ended and you asked for a new one: here it is. No password needed.'],
    button: 'Sign in',
    after:
      'The link is valid for 3 days and works once. If you didn’t ask for it, ignore this email: nobody gets in without opening it.',
  },
  'passkey-added': {
    subject: (title) => `New passkey for your profile on ${title}`,
    heading: () => 'You added a passkey',
    lines: (title) => [
      `From now on you can sign in to ${title} with your device’s fingerprint, face or PIN, without a password.`,
    ],
    button: 'See your passkeys',
    after: 'Was it not you? Remove it from your profile right away, change your password and write to customer care.',
  },
  'passkey-removed': {
    subject: (title) => `Passkey removed from your profile on ${title}`,
    heading: () => 'You removed a passkey',
    lines: (title) => [`That passkey no longer opens ${title}. The other ways of signing in stay as they were.`],
    button: 'See your passkeys',
    after:
      'Was it not you? Change your password, check in your profile where you are signed in, and write to customer care.',
  },
  'google-linked': {
    subject: (title) => `Google account linked to your ${title} profile`,
    heading: () => 'You linked a Google account',
    lines: (title) => [
      `From now on you can also sign in to ${title} with your Google account. Your other ways of signing in stay as they were.`,
    ],
    button: 'See it in your profile',
    after: 'Wasn’t that you? Unlink it from your profile now, change your password and write to customer care.',
  },
  'google-unlinked': {
    subject: (title) => `Google account unlinked from your ${title} profile`,
    heading: () => 'You unlinked your Google account',
    lines: (title) => [
      `That Google account no longer opens ${title}. Your other ways of signing in stay as they were.`,
    ],
    button: 'See it in your profile',
    after:
      'Wasn’t that you? Change your password, check in your profile where you are signed in, and write to customer care.',
  },
  'new-message': {
    subject: (title) => `A message is waiting on ${title}`,
    heading: () => 'A message is waiting',
    lines: () => ['Someone wrote to you. For privacy we show neither who it is nor what they say.'],
    button: 'Open your messages',
    after: 'We will not write about this conversation again until you open it.',
  },
  'report-upheld': {
    subject: (title) => `We’ve read your report on ${title}`,
    heading: () => 'Thanks for your report',
    lines: () => [
      'A person has read what you reported and agreed with you: that behaviour breaks our rules, and we’ve acted on it.',
      'To protect everyone’s privacy we don’t say what we decided about the other person, and they don’t know who reported them.',
    ],
    button: 'Back to your messages',
    after: 'If you think we got it wrong, reply to this email: someone else will look at the case again.',
  },
  'report-dismissed': {
    subject: (title) => `We’ve read your report on ${title}`,
    heading: () => 'Thanks for your report',
    lines: () => [
      'A person has read what you reported and found nothing that breaks our rules, so the profile stays as it is.',
      'You can block anyone you’d rather not meet: you won’t see each other, and they can’t write to you.',
    ],
    button: 'Back to your messages',
    after: 'If you think we got it wrong, reply to this email: someone else will look at the case again.',
  },
  receipt: {
    subject: (title, plan) => `${title} receipt: ${plan}`,
    heading: 'Your receipt',
    intro: (title) => `Thank you. This email confirms your purchase on ${title}: please keep it.`,
    plan: 'Purchase',
    credits: 'Credits',
    total: 'Total paid',
    vat: (rate) => `VAT ${rate} included`,
    paidAt: 'Date',
    card: 'Card',
    statement: 'On your statement',
    order: 'Order',
    validUntil: 'Valid until',
    renewal: 'Renewal',
    renews: (date, total, days) =>
      `Renews automatically on ${date} at ${total}, until you cancel. We’ll email you ${days} days before each renewal; without that notice we won’t charge you.`,
    shortTerm: (days) =>
      `The term is shorter than the notice of ${days} days: this email counts as notice of the next renewal.`,
    ends: (date) => `Doesn’t renew: it ends on ${date}.`,
    once: 'Paid once, no renewal. Credits don’t expire.',
    cancel: 'Cancel in two clicks under Profile → Cancel the plan: it stays active until the end of the paid term.',
    withdrawal: 'Changing your mind',
    withdraw: (date, email) =>
      `You can withdraw until ${date}, without giving a reason, under Profile or by writing to ${email}. If you have used it already, we keep only the part used.`,
  },
  frame: {
    copyLink: 'If the button doesn’t work, copy this address into the browser:',
    because: (title) => `You get this email because your address was used on ${title}.`,
    notified: (title) => `You get this email because alerts for new messages are on for you on ${title}.`,
    unsubscribe: 'Stop sending me these alerts',
    questions: 'Questions? Write to',
    vatNumber: 'VAT',
  },
}
