import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { locales } from '@incontro/contract'
import type { Brand } from '#modules/brands/index.ts'
import { drawIcon, iconSizes } from './icons.ts'
import { drawSharePicture } from './share-picture.ts'

const version = z.string().max(40).optional()
const shareQuery = z.object({ l: z.enum(locales).optional(), v: version })
const iconQuery = z.object({
  size: z.coerce.number().pipe(z.literal(iconSizes)),
  maskable: z.literal('1').optional(),
  v: version,
})

/** A brand's PNGs, each drawn once: the number of variants is fixed, so the cache is bounded. */
export function pictureRoutes(
  app: FastifyInstance,
  brandOf: (request: FastifyRequest) => Brand,
  cacheControl: (current: boolean) => string,
): void {
  const drawn = new Map<string, Promise<Buffer>>()
  const once = (key: string, draw: () => Promise<Buffer>): Promise<Buffer> => {
    const kept = drawn.get(key) ?? draw()
    drawn.set(key, kept)
    // The caller gets the error from `kept`; the next request draws again.
    kept.catch(() => drawn.delete(key))
    return kept
  }
  const send = (reply: FastifyReply, brand: Brand, asked: string | undefined, png: Buffer): FastifyReply =>
    // Other sites embed it in their previews.
    reply
      .type('image/png')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', cacheControl(asked === brand.assets.picturesHash))
      .send(png)

  app.get<{ Querystring: z.output<typeof shareQuery> }>(
    '/brand/share.png',
    { schema: { hide: true, querystring: shareQuery } },
    async (request, reply) => {
      const brand = brandOf(request)
      const { query } = request
      const locale = brand.languages.find((language) => language === query.l) ?? brand.defaultLanguage
      return send(reply, brand, query.v, await once(`${brand.key} ${locale}`, () => drawSharePicture(brand, locale)))
    },
  )
  app.get<{ Querystring: z.output<typeof iconQuery> }>(
    '/brand/icon.png',
    { schema: { hide: true, querystring: iconQuery } },
    async (request, reply) => {
      const brand = brandOf(request)
      const { size, maskable, v } = request.query
      return send(
        reply,
        brand,
        v,
        await once(`${brand.key} ${size} ${maskable}`, () => drawIcon(brand, size, maskable === '1')),
      )
    },
  )
}
