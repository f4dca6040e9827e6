import { sendSignal, startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser'
import type { PasskeyView } from '@incontro/contract'
import type { SignedInSession } from '@incontro/contract/domain'
import { api } from '../../../app/api/api.ts'

/* What needs the WebAuthn script: pages load this file when somebody may want it. */

/** The server's challenge ends after five minutes. */
const offerAgainMs = 4 * 60_000

const requestOptions = () => api('POST /api/users/authenticate/passkey/options', { body: {} })

const enter = async ({
  clientExtensionResults: _unread,
  ...credential
}: Awaited<ReturnType<typeof startAuthentication>>): Promise<SignedInSession> => {
  try {
    return await api('POST /api/users/authenticate/passkey', { body: { credential } })
  } catch (error) {
    if ((error as { code?: unknown }).code === 'passkey_unknown') await forgetPasskey(credential.id)
    throw error
  }
}

/** Asks for a passkey in the browser's own window and signs in with it. */
export const signInWithPasskey = async (): Promise<SignedInSession> =>
  enter(await startAuthentication({ optionsJSON: await requestOptions() }))

/**
 * Offers the passkeys of this site among what the browser fills in at the field marked `webauthn`, until one is taken or
 * the returned function is called. Closing the offer shows no error: nobody asked for it.
 *
 * @param on called with the member signed in, or with the server's refusal
 */
export const offerPasskeys = (on: {
  readonly in: (member: SignedInSession) => void
  readonly refused: (error: unknown) => void
}): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let over = false
  const stop = () => {
    over = true
    clearTimeout(timer)
    WebAuthnAbortService.cancelCeremony()
  }
  const offer = async () => {
    // The browser is asked again before its challenge ends; the request under way ends by itself then.
    timer = setTimeout(() => void offer(), offerAgainMs)
    const credential = await requestOptions()
      .then((optionsJSON) => (over ? undefined : startAuthentication({ optionsJSON, useBrowserAutofill: true })))
      // A dismissed or refused offer leaves the form, where the member can sign in by the button or a password.
      .catch(() => undefined)
    if (!credential) return
    stop()
    await enter(credential).then(on.in, on.refused)
  }
  void offer()
  return stop
}

/**
 * Creates a passkey for the signed-in member.
 *
 * @param name what to call it where its password manager is not a known one and it stays on this device
 * @throws ApiProblem `password_needed` when the password has to come along
 */
export const createPasskey = async (name: string, password?: string): Promise<PasskeyView> => {
  const optionsJSON = await api('POST /api/users/passkeys/options', {
    body: password === undefined ? {} : { password },
  })
  const { clientExtensionResults: _unread, ...credential } = await startRegistration({ optionsJSON })
  return api('POST /api/users/passkeys', {
    body: { credential, ...(credential.authenticatorAttachment === 'platform' ? { name } : {}) },
  })
}

/** Informs the password manager that a passkey is no longer valid, so that it is not offered again. Not all support it. */
export const forgetPasskey = (credentialID: string): Promise<void> =>
  sendSignal({ signalName: 'unknownCredential', rpID: location.hostname, credentialID }).then(
    () => undefined,
    // A browser that does not support the signal goes on offering the passkey; the server refuses it.
    () => undefined,
  )
