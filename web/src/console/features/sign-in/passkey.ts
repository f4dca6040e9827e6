import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { api } from '#console/base/api.ts'

/** Asks the browser for one of the person's passkeys. */
export async function assertPasskey() {
  const options = await api('POST /admin/api/session/passkey', { body: {} })
  const { clientExtensionResults: _, ...credential } = await startAuthentication({
    optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'],
  })
  return credential as never
}

/** Creates a passkey and adds it to the account. @returns recovery codes, with the first factor */
export async function createPasskey() {
  const options = await api('POST /admin/api/account/passkeys/options', { body: {} })
  const { clientExtensionResults: _, ...credential } = await startRegistration({
    optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'],
  })
  return api('POST /admin/api/account/passkeys', { body: { credential: credential as never } })
}
