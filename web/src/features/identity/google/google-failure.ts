import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { failureText } from '#app/api/failure-text.ts'

interface Words {
  readonly title: MessageDescriptor
  readonly text: MessageDescriptor
}

const title = msg`That didn’t work`

const words: Record<string, Words | undefined> = {
  access_denied: {
    title: msg`You cancelled the sign-in`,
    text: msg`We received nothing from Google. You can try again, or use your email and password.`,
  },
  google_ended: {
    title: msg`This sign-in has expired`,
    text: msg`It took too long, or you started in another window. Start again from here.`,
  },
  google_refused: { title, text: msg`Google didn’t confirm the sign-in. Start again from here.` },
  google_unreachable: {
    title: msg`Google isn’t answering`,
    text: msg`Try again in a moment, or use your email and password.`,
  },
  google_unverified: {
    title: msg`Google hasn’t verified your address`,
    text: msg`We can’t know whether it’s really yours. Use another Google account, or your email and a password.`,
  },
  google_other_account: {
    title: msg`This profile uses another Google account`,
    text: msg`Choose the one you used the first time, or use your email and password.`,
  },
  google_taken: {
    title: msg`This Google account belongs to another profile`,
    text: msg`One account opens one profile only. Choose another one.`,
  },
  google_linked: {
    title: msg`You’ve already linked a Google account`,
    text: msg`To change it, unlink the current one first.`,
  },
  // On the profile page, where accounts are linked and unlinked.
  password_needed: { title, text: msg`Type the password.` },
  password_errata: { title, text: msg`That password isn’t right.` },
  not_verified: { title, text: msg`Confirm your email first, then you can link an account.` },
  sign_in_again: {
    title,
    text: msg`For safety, sign out and in again: then you have ten minutes to link the account.`,
  },
  last_sign_in_method: {
    title,
    text: msg`It’s your only way to sign in. Choose a password first with “Forgot your password?”.`,
  },
}

/** The message for a failed sign-in with Google; it says what the member can do next. */
export const googleFailure = (code: string): Words => words[code] ?? { title, text: failureText(code) }
