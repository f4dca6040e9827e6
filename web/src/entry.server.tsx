import { PassThrough, Writable } from 'node:stream'
import { I18nProvider } from '@lingui/react'
import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { fontFiles } from './app/brand/fonts.ts'
import { i18nFor } from './app/i18n/i18n.server.ts'
import { scriptWishes } from './app/server/page-script.ts'
import { ServerOnly } from './app/server/server-only.ts'
import { webContext } from './app/server/server-context.ts'
import { answerWhole, type PageScript } from './app/server/whole-page.ts'

export const streamTimeout = 5_000

const scriptOf = (entry: EntryContext, signedIn: boolean): PageScript => {
  const asked = scriptWishes(
    entry.staticHandlerContext.matches.map(({ route }) => entry.routeModules[route.id]?.handle),
    signedIn,
  )
  if (asked.includes(false)) return 'none'
  return asked.includes('later') ? 'later' : 'now'
}

/** Renders a document. Pages whose script does not run at once are sent whole; the others stream, but for search engines. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  provider: RouterContextProvider,
) {
  const { locale, nonce, brand, session } = provider.get(webContext)
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const script = scriptOf(entry, session !== null)
  const whole = script !== 'now' || isbot(request.headers.get('user-agent') ?? '')
  return new Promise<Response>((resolve, reject) => {
    const send = () => {
      const settled = () => clearTimeout(timer)
      if (whole)
        return stream.pipe(
          collect((html) => {
            settled()
            resolve(answerWhole({ html, script }, { status, headers }))
          }),
        )
      const body = new PassThrough()
      body.once('close', settled)
      stream.pipe(body)
      return resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
    }
    const stream = renderToPipeableStream(
      <ServerOnly
        value={{
          nonce,
          logo: brand.logo,
          look: { key: brand.key, tokensHref: brand.tokensHref, locale },
          fonts: fontFiles(brand.displayFont),
        }}
      >
        <I18nProvider i18n={i18nFor(locale)}>
          <ServerRouter context={entry} url={request.url} nonce={nonce} />
        </I18nProvider>
      </ServerOnly>,
      {
        nonce,
        [whole ? 'onAllReady' : 'onShellReady']: send,
        onShellError: reject,
        onError: () => {
          status = 500
        },
      },
    )
    const timer = setTimeout(() => stream.abort(), streamTimeout + 1000)
  })
}

/** Gathers what is written and hands it over as one text. */
const collect = (done: (text: string) => void): Writable => {
  const chunks: Buffer[] = []
  return new Writable({
    write: (chunk: Buffer, _encoding, next) => {
      chunks.push(chunk)
      next()
    },
    final: (next) => {
      done(Buffer.concat(chunks).toString())
      next()
    },
  })
}
