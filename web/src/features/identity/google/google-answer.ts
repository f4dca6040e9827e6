import { ApiProblem, apiOver, type Sender } from '../../../app/api/api.ts'

/** What Google sent the browser back with, in the address of the page. */
export interface GoogleAnswer {
  readonly code: string
  readonly state: string
  readonly iss: string | undefined
}

/** The answer, why there is none (an error's name, in the protocol's words), or undefined for an address that is neither. */
export const readGoogleAnswer = (search: string): GoogleAnswer | { readonly error: string } | undefined => {
  const query = new URLSearchParams(search)
  const [code, state, error] = [query.get('code'), query.get('state'), query.get('error')]
  // The issuer's own words about an error may be anybody's: only its name is read, and compared with those we know.
  if (error !== null)
    return {
      error:
        error === 'access_denied'
          ? 'access_denied'
          : error === 'temporarily_unavailable' || error === 'server_error'
            ? 'google_unreachable'
            : 'google_refused',
    }
  return code && state ? { code, state, iss: query.get('iss') ?? undefined } : undefined
}

export type GoogleResult = { readonly to: string; readonly clickid?: string } | { readonly code: string }

/** Sends the answer to the API: where to go on, or why not. */
export const sendGoogleAnswer = async (
  send: Sender,
  answer: GoogleAnswer,
  visit: Record<string, string | undefined>,
): Promise<GoogleResult> => {
  try {
    const reply = await apiOver(send)('POST /api/users/auth/google', { body: { ...visit, ...answer } })
    if ('login' in reply) return { to: reply.next, clickid: reply.clickid }
    return { to: 'linked' in reply ? reply.next : '/loginWithGoogle/complete' }
  } catch (error) {
    return { code: error instanceof ApiProblem ? error.code : '' }
  }
}
