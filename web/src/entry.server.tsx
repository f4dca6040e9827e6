import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { I18nProvider } from '@lingui/react'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { fontFiles } from '#app/brand/fonts.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import { handoverOf } from '#app/server/handover.ts'
import { pageScript } from '#app/server/page-script.ts'
import { pageStyles } from '#app/server/page-styles.ts'
import { ServerOnly } from '#app/server/server-only.ts'
import { webContext } from '#app/server/server-context.ts'
import { answerWhole } from '#app/server/whole-page.ts'

export const streamTimeout = 5_000

/**
 * Neither addresses that do not exist nor requests that were given up are errors of ours. The server turns what
 * is printed into lines of its log.
 */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (!request.signal.aborted && !isRouteErrorResponse(error)) console.error(error)
}

/**
 * Renders a document. It is sent when all of it is rendered: its data is there before, so that nothing in it waits, and
 * a stream would pass each piece on through five others. Pages with a deferred script or none contain no nonce.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  provider: RouterContextProvider,
) {
  const { locale, nonce, brand, session } = provider.get(webContext)
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const { matches } = entry.staticHandlerContext
  const asked = pageScript(
    matches.map(({ route }) => entry.routeModules[route.id]?.handle),
    session !== null,
  )
  const critical = asked === 'now' ? undefined : pageStyles(matches.at(-1)?.route.id, brand)
  // The response to a form runs its script immediately, because it moves the focus to the mistakes.
  const script = asked === 'later' && (request.method !== 'GET' || !critical) ? 'now' : asked
  const styles = script === 'now' ? undefined : critical
  const handover = script === 'later' ? await handoverOf(entry) : undefined
  if (script === 'none') delete entry.serverHandoffStream
  return new Promise<Response>((resolve, reject) => {
    const send = () => {
      clearTimeout(timer)
      text(stream.pipe(new PassThrough())).then(
        (html) => resolve(answerWhole({ html, styleHash: styles?.hash }, { status, headers })),
        reject,
      )
    }
    const stream = renderToPipeableStream(
      <ServerOnly
        value={{
          nonce,
          script,
          styles: styles?.rules,
          handover,
          logo: brand.logo,
          look: { key: brand.key, tokensHref: brand.tokensHref, locale },
          fonts: fontFiles(brand.displayFont),
        }}
      >
        <I18nProvider i18n={i18nFor(locale)}>
          <ServerRouter context={entry} url={request.url} nonce={script === 'now' ? nonce : undefined} />
        </I18nProvider>
      </ServerOnly>,
      {
        ...(script === 'now' ? { nonce } : {}),
        // Otherwise React writes large parts of the page at its end, with a script that moves them to their place.
        progressiveChunkSize: Infinity,
        onAllReady: send,
        onShellError: (error) => {
          clearTimeout(timer)
          reject(error as Error)
        },
        onError: () => {
          status = 500
        },
      },
    )
    const timer = setTimeout(() => stream.abort(), streamTimeout + 1000)
  })
}
