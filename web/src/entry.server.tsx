import { PassThrough } from 'node:stream'
import { I18nProvider } from '@lingui/react'
import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { i18nFor } from './app/i18n.server.ts'
import { ServerOnly } from './app/server-only.ts'
import { webContext } from './app/server-context.ts'

export const streamTimeout = 5_000

const runsScripts = (context: EntryContext) =>
  !context.staticHandlerContext.matches.some((match) => (context.routeModules[match.route.id]?.handle as { script?: boolean } | undefined)?.script === false)

/** Renders a document. Pages without script are sent whole; the others stream. */
export default function handleRequest(
  request: Request, status: number, headers: Headers, entry: EntryContext, provider: RouterContextProvider,
) {
  const { locale, nonce, brand } = provider.get(webContext)
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const whole = !runsScripts(entry) || isbot(request.headers.get('user-agent') ?? '')
  return new Promise<Response>((resolve, reject) => {
    const send = () => {
      const body = new PassThrough()
      body.once('close', () => clearTimeout(timer))
      stream.pipe(body)
      resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
    }
    const stream = renderToPipeableStream(
      <ServerOnly value={{ nonce, logo: brand.logo }}>
        <I18nProvider i18n={i18nFor(locale)}>
          <ServerRouter context={entry} url={request.url} nonce={nonce} />
        </I18nProvider>
      </ServerOnly>,
      { nonce, [whole ? 'onAllReady' : 'onShellReady']: send, onShellError: reject, onError: () => { status = 500 } },
    )
    const timer = setTimeout(() => stream.abort(), streamTimeout + 1000)
  })
}
