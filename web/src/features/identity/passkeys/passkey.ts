import { sendSignal, startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser'
import type { PasskeyView } from '@incontro/contract'
import type { SignedInSession } from '@incontro/contract/domain'
import { api } from '#app/api/api.ts'

/* Contains the WebAuthn code; pages load this file when a member may need it. */

/** Milliseconds until the offer is renewed; the server's challenge expires after five minutes. */
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

/** Opens the browser's passkey dialog and signs in with the chosen passkey. */
export const signInWithPasskey = async (): Promise<SignedInSession> =>
  enter(await startAuthentication({ optionsJSON: await requestOptions() }))

/**
 * Offers this site's passkeys in the browser's autofill at the field marked `webauthn`, until one is chosen or the
 * returned function is called. Dismissing the offer shows no error, since the member did not ask for it.
 *
 * @param on called with the signed-in member or with the server's refusal
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
    // The offer is renewed before its challenge expires, which ends the pending request.
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
 * @param name name of a passkey that stays on this device and whose password manager is unknown
 * @throws ApiProblem `password_needed` if the password is required
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

/**
 * Informs the password manager that a passkey is no longer valid, so that it stops offering it. Not all support this.
 */
export const forgetPasskey = (credentialID: string): Promise<void> =>
  sendSignal({ signalName: 'unknownCredential', rpID: location.hostname, credentialID }).then(
    () => undefined,
    // A browser that does not support the signal goes on offering the passkey; the server refuses it.
    () => undefined,
  )
