import { locales } from '@incontro/contract'
import type {} from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { i18nFor } from '#platform/text/i18n.ts'
import { notFound } from '#platform/http/problem.ts'
import type { PaymentDeps } from '../deps.ts'
import { createAssets, forTheFrame } from './assets.ts'
import { framePage } from './page.ts'
import { frameTexts } from './texts.ts'

const limit = { rateLimit: { max: 240, timeWindow: 60_000 } }
const frameQuery = z.object({
  lang: z.enum(locales).catch('it'),
  theme: z.enum(['light', 'dark']).nullable().catch(null),
})

/**
 * The card form in a document of its own, for `<iframe sandbox="allow-scripts">`. Its policy gives it an opaque origin
 * however it is opened, allows only its own script and style, and blocks all requests: input leaves only as encrypted
 * messages.
 */
export async function cardFrameRoutes(app: FastifyInstance, deps: PaymentDeps): Promise<void> {
  const assets = createAssets(deps.frameDir, {
    script: 'card-frame.js',
    styles: new URL('./card-frame.css', import.meta.url),
  })

  app.get('/pay/card-frame', { schema: { hide: true }, config: limit }, async (request, reply) => {
    const site = deps.siteOf(request)
    const brand = site && deps.brandOf(site.brandId)
    if (!brand) throw notFound()
    const { lang, theme } = frameQuery.parse(request.query)
    const [{ styles, hash }, publicKey] = await Promise.all([assets(), keyOf(deps, brand.key)])
    return reply
      .code(publicKey === null ? 503 : 200)
      .headers({
        'content-security-policy': policy(request.nonce),
        'cache-control': 'no-store',
        'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      })
      .type('text/html; charset=utf-8')
      .send(
        framePage({
          locale: lang,
          theme,
          brandKey: brand.key,
          nonce: request.nonce,
          styles: `${styles}\n${brand.assets.tokensCss}`,
          scriptHref: `/pay/card-frame/card-frame.js?v=${hash}`,
          texts: frameTexts(i18nFor(lang)),
          publicKey,
          now: deps.clock(),
        }),
      )
  })

  app.get('/pay/card-frame/card-frame.js', { schema: { hide: true }, config: limit }, async (request, reply) => {
    const { script, hash } = await assets()
    return forTheFrame(reply, request.url.endsWith(`?v=${hash}`))
      .type('text/javascript; charset=utf-8')
      .send(script)
  })
  app.get('/pay/card-frame/ui-font.woff2', { schema: { hide: true }, config: limit }, async (_request, reply) =>
    forTheFrame(reply)
      .type('font/woff2')
      .send((await assets()).font),
  )
}

const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "font-src 'self'",
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ')

/** The card key of the brand's connection. */
async function keyOf(deps: PaymentDeps, brandId: string): Promise<string | null> {
  const names = [...new Set(deps.connections.all.map(({ provider }) => provider.name))]
  const connection = names
    .map((name) => deps.connections.of(brandId, name))
    .find((one) => one?.provider.capabilities.methods.includes('card'))
  if (!connection?.provider.cardKey) return null
  try {
    return (await connection.provider.cardKey()).publicKey
  } catch (error) {
    deps.log.error({ err: error, connection: connection.id }, 'the card key is missing')
    return null
  }
}
