import type { ClientActionFunctionArgs } from 'react-router'
import type { ReadSignup } from './signup/signup-form.ts'

export { useWelcomeGift } from './announcements/use-welcome-gift.ts'
export { ConfirmEmailPopup, DisabledPopup, SetRegionPopup, WelcomePopup } from './announcements/popups.ts'
export { useAnnounceClosing } from './announcements/closing.ts'
export { GoogleButton } from './google/google-button.tsx'
export { GoogleMark } from './google/google-mark.tsx'
export { AutoSignupForm } from './signup/signup-auto.tsx'
export { SignupForm } from './signup/signup-fields.tsx'
export { isMail, mailOf, readAutoSignup } from './signup/signup-form.ts'
export { loadSignup, signupAction } from './signup/signup-server.ts'

// What few members use is fetched when they do.

/** With script: the sign-up form goes from the browser. */
export const signupInBrowser = async (call: Pick<ClientActionFunctionArgs, 'request'>, read?: ReadSignup) =>
  (await import('./signup/signup-browser.ts')).signupInBrowser(call, read)

export const loadPasskeys = () => import('./passkeys/passkey.ts')

/** Why a passkey was not made or used, in words. */
export const passkeyFailure = async (error: unknown) =>
  (await import('./passkeys/passkey-failure.ts')).passkeyFailure(error)

/** Why Google did not let somebody in, in words. */
export const googleFailure = async (code: string) => (await import('./google/google-failure.ts')).googleFailure(code)
