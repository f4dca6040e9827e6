import { ApiProblem, apiOver, type Sender } from '#app/api/api.ts'
import type { EntryLink } from './entry-link.ts'

/**
 * Result of a link. `ended`: used, expired, or for another site or address. `leaving`: the account is about to be
 * deleted.
 */
export type Taken =
  | { readonly clickid: string }
  | { readonly refused: 'ended' | 'disabled' | 'leaving' | 'busy' | 'failed' }

const byCode: Readonly<Record<string, 'disabled' | 'leaving'>> = {
  utente_disabilitato: 'disabled',
  deletion_pending: 'leaving',
}
const byStatus: Readonly<Record<number, 'ended' | 'busy'>> = { 401: 'ended', 429: 'busy' }

/**
 * Signs in with the token of a link and logs the entry, as in the specification's section 4.
 *
 * @param send must send the session cookie of the first response with the next request
 */
export const enterByLink = async (send: Sender, { token, mail }: EntryLink): Promise<Taken> => {
  try {
    const { clickid } = await apiOver(send)('POST /api/users/autoLogin', {
      body: mail === undefined ? { token } : { token, email: mail },
    })
    // This call only counts the entry; the member is already signed in.
    await send(`/api/users/${clickid}`, {
      headers: { accept: 'application/json', 'autologin-type': 'email', 'autologin-event': 'login' },
    }).catch(() => undefined)
    return { clickid }
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    return { refused: byCode[error.code] ?? byStatus[error.status] ?? 'failed' }
  }
}
