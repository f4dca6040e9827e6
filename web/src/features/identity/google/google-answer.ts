import { ApiProblem, apiOver, type Sender } from '#app/api/api.ts'

/** The parameters that Google adds to the redirect URL. */
export interface GoogleAnswer {
  readonly code: string
  readonly state: string
  readonly iss: string | undefined
}

/** The answer, or the protocol's name of the error; undefined for a URL with neither. */
export const readGoogleAnswer = (search: string): GoogleAnswer | { readonly error: string } | undefined => {
  const query = new URLSearchParams(search)
  const [code, state, error] = [query.get('code'), query.get('state'), query.get('error')]
  // The error's description is untrusted text, so only its name is read and compared with the known ones.
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

/** Sends the answer to the API. Returns where to go next, or the failure. */
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
