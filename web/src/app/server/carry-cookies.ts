import type { Sender } from '../api/api.ts'
import { relayCookies } from './cookie-relay.ts'

/**
 * Wraps a sender so that it sends the cookies of earlier responses, as a browser does: an action can then act as the
 * member that it signed in.
 */
export const carryCookies = (send: Sender): { readonly send: Sender; readonly headers: Headers } => {
  const { send: relay, headers } = relayCookies(send)
  return {
    headers,
    send: (path, init = {}) => {
      const cookie = headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; ')
      return relay(
        path,
        cookie === ''
          ? init
          : { ...init, headers: { ...(init.headers as Record<string, string> | undefined), cookie } },
      )
    },
  }
}
