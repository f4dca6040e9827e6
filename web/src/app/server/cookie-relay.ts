import type { Sender } from '../api/api.ts'

/**
 * Wraps a sender so that it collects the `set-cookie` headers of its responses, which a page's action then forwards to
 * the browser.
 */
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
