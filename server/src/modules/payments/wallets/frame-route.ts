import { locales } from '@incontro/contract'
import type {} from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { i18nFor } from '#platform/text/i18n.ts'
import { isLoopback } from '#platform/process/loopback.ts'
import { notFound } from '#platform/http/problem.ts'
import { createAssets, forTheFrame } from '../card-frame/assets.ts'
import { frameDocument } from '../card-frame/page.ts'
import type { PayingBrand, PaymentDeps } from '../deps.ts'
import type { Wallet } from './port.ts'

const limit = { rateLimit: { max: 240, timeWindow: 60_000 } }
const path = '/pay/wallet-frame'
const frameQuery = z.object({
  wallet: z.string().max(32),
  brand: z.string().max(64),
  /** The site that embeds the frame. */
  site: z.string().max(300),
  lang: z.enum(locales).catch('it'),
  theme: z.enum(['light', 'dark']).nullable().catch(null),
})

/** URL of a wallet's frame; the page adds language and theme. */
export function walletFrameAddress(
  { walletFrameOrigin }: Pick<PaymentDeps, 'walletFrameOrigin'>,
  { wallet, brandId, origin }: { readonly wallet: string; readonly brandId: string; readonly origin: string },
): string {
  return `${walletFrameOrigin ?? ''}${path}?${new URLSearchParams({ wallet, brand: brandId, site: origin }).toString()}`
}

/**
 * A wallet's button in a document of its own. Its policy allows this wallet's script only, which the embedding page
 * never loads. Without a separate origin, the frame's origin is opaque.
 */
export async function walletFrameRoutes(app: FastifyInstance, deps: PaymentDeps): Promise<void> {
  const assets = createAssets(deps.frameDir, {
    script: 'wallet-frame.js',
    styles: new URL('./wallet-frame.css', import.meta.url),
  })

  app.get(path, { schema: { hide: true }, config: limit }, async (request, reply) => {
    const query = frameQuery.safeParse(request.query)
    const wallet = query.success ? deps.wallets.find(({ name }) => name === query.data.wallet) : undefined
    const brand = query.success ? deps.brandOf(query.data.brand) : undefined
    if (!query.success || !wallet || !brand) throw notFound()
    const site = siteOf(brand, query.data.site)
    if (site === null) throw notFound()
    const { styles, hash } = await assets()
    const { lang, theme } = query.data
    const i18n = i18nFor(lang)
    const texts = {
      unavailable: i18n._('This method isn’t available on this device: choose another one.'),
      failed: i18n._('The wallet didn’t answer. Try again, or choose another method.'),
    }
    return (
      reply
        .headers({
          'content-security-policy': policy(wallet, request.nonce, {
            parent: site.origin,
            isOpaque: deps.walletFrameOrigin === null,
          }),
          'cache-control': 'no-store',
          'permissions-policy': 'camera=(), microphone=(), geolocation=()',
        })
        // The policy's frame-ancestors replaces it, which allows other origins.
        .removeHeader('x-frame-options')
        .type('text/html; charset=utf-8')
        .send(
          frameDocument({
            locale: lang,
            theme,
            brandKey: brand.key,
            nonce: request.nonce,
            styles: `${styles}\n${brand.assets.tokensCss}`,
            title: brand.title,
            content:
              '<main class="wallet"><div id="button"></div><p id="message" class="message" role="status"></p></main>',
            data: {
              parent: site.origin,
              scriptUrl: wallet.script.url,
              locale: lang,
              settings: wallet.settingsFor(brand, isLoopback(site.hostname)),
              texts,
            },
            scriptHref: `${path}/wallet-frame.js?v=${hash}`,
          }),
        )
    )
  })

  app.get(`${path}/wallet-frame.js`, { schema: { hide: true }, config: limit }, async (_request, reply) =>
    forTheFrame(reply)
      .type('text/javascript; charset=utf-8')
      .send((await assets()).script),
  )
}

/** The origin of the embedding page, if it is one of the brand's. */
function siteOf(brand: PayingBrand, text: string): URL | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const isOurs = url.hostname === brand.domain || brand.hosts.includes(url.hostname)
  return url.origin === text && isOurs ? url : null
}

function policy(
  { script }: Wallet,
  nonce: string,
  { parent, isOpaque }: { readonly parent: string; readonly isOpaque: boolean },
): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${new URL(script.url).origin}`,
    // The wallets' buttons insert inline styles; the document contains nothing that styles could leak.
    "style-src 'unsafe-inline'",
    `img-src ${script.image.join(' ')}`,
    "font-src 'self'",
    `connect-src ${script.connect.join(' ')}`,
    `frame-src ${script.frame.join(' ')}`,
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${parent}`,
    ...(isOpaque ? ['sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox allow-forms'] : []),
  ].join('; ')
}
