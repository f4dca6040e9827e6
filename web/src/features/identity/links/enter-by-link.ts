import { ApiProblem, apiOver, type Sender } from '../../../app/api/api.ts'
import type { EntryLink } from './entry-link.ts'

/** How a link was taken. `ended`: used, expired, or not of this site and address. `leaving`: the account is about to be deleted. */
export type Taken =
  | { readonly clickid: string }
  | { readonly refused: 'ended' | 'disabled' | 'leaving' | 'busy' | 'failed' }

const byCode: Readonly<Record<string, 'disabled' | 'leaving'>> = {
  utente_disabilitato: 'disabled',
  deletion_pending: 'leaving',
}
const byStatus: Readonly<Record<number, 'ended' | 'busy'>> = { 401: 'ended', 429: 'busy' }

/**
 * Signs in with the token of a link and says what brought the member, as the spec's section 4 has it.
 *
 * @param send has to carry the session it is answered with
 */
export const enterByLink = async (send: Sender, { token, mail }: EntryLink): Promise<Taken> => {
  try {
    const { clickid } = await apiOver(send)('POST /api/users/autoLogin', {
      body: mail === undefined ? { token } : { token, email: mail },
    })
    // This call only counts the entry; the member is signed in already.
    await send(`/api/users/${clickid}`, {
      headers: { accept: 'application/json', 'autologin-type': 'email', 'autologin-event': 'login' },
    }).catch(() => undefined)
    return { clickid }
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    return { refused: byCode[error.code] ?? byStatus[error.status] ?? 'failed' }
  }
}
