import type { Sender } from '../api/api.ts'
import { relayCookies } from './cookie-relay.ts'

/** Like a browser: what is sent next carries the cookies of the answers before, so that a page's action can go on as the member it signed in. */
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
