import type { ClientActionFunctionArgs } from 'react-router'
import type { ReadSignup } from './signup/signup-form.ts'

export { GoogleButton } from './google/google-button.tsx'
export { GoogleMark } from './google/google-mark.tsx'
export { AutoSignupForm } from './signup/signup-auto.tsx'
export { SignupForm } from './signup/signup-fields.tsx'
export { isMail, mailOf, readAutoSignup } from './signup/signup-form.ts'
export { loadSignup, signupAction } from './signup/signup-server.ts'

// Rarely used parts load on demand.

/** With script, the browser sends the sign-up form. */
export const signupInBrowser = async (call: Pick<ClientActionFunctionArgs, 'request'>, read?: ReadSignup) =>
  (await import('./signup/signup-browser.ts')).signupInBrowser(call, read)

export const loadPasskeys = () => import('./passkeys/passkey.ts')

/** The message for a passkey that could not be created or used. */
export const passkeyFailure = async (error: unknown) =>
  (await import('./passkeys/passkey-failure.ts')).passkeyFailure(error)

/** The message for a failed sign-in with Google. */
export const googleFailure = async (code: string) => (await import('./google/google-failure.ts')).googleFailure(code)
