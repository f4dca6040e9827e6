import type { WebContext } from '@incontro/contract'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import * as build from 'virtual:react-router/server-build'
import { languageCookie } from '#app/i18n/chosen-language.ts'
import { webContext } from '#app/server/server-context.ts'

export { wholePageOf } from '#app/server/whole-page.ts'

const handle = createRequestHandler(build, 'production')

/**
 * Renders one request. `build/server/index.js` exports this, and `wholePageOf` for the text of a whole page.
 *
 * @param request the visitor's request, with its original URL, headers and body
 * @param context brand, locale, session and the API for this visitor
 * @returns the page, a redirect, or React Router's data reply (`*.data` paths); for a whole page only status and
 * headers
 */
export const respond = async (request: Request, context: WebContext): Promise<Response> => {
  const provider = new RouterContextProvider()
  provider.set(webContext, context)
  const response = await handle(request, provider)
  const cookie = languageCookie(request, context)
  if (cookie !== undefined) response.headers.append('set-cookie', cookie)
  return response
}
