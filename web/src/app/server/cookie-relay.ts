import type { Sender } from '../api/api.ts'

/** A way of sending that remembers the cookies it was answered with, so that a page's action can hand them on. */
export const relayCookies = (send: Sender): { readonly send: Sender; readonly headers: Headers } => {
  const headers = new Headers()
  return {
    headers,
    send: async (path, init) => {
      const response = await send(path, init)
      for (const cookie of response.headers.getSetCookie()) headers.append('set-cookie', cookie)
      return response
    },
  }
}
