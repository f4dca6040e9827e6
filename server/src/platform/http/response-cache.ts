import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib'
import { accepts } from './accepts.ts'

/** A text response, compressed once for all encodings. */
export interface CachedResponse {
  readonly etag: string
  readonly type: string
  readonly br: Buffer
  readonly gzip: Buffer
}

/** Uncompressed texts that clients without any encoding asked for last, by etag: unpacking one takes milliseconds. */
const plain = new LRUCache<string, Buffer>({ maxSize: 8 * 1024 * 1024, sizeCalculation: ({ length }) => length })

async function plainOf({ etag, gzip: zipped }: CachedResponse): Promise<Buffer> {
  const known = plain.get(etag)
  if (known) return known
  const text = await promisify(gunzip)(zipped)
  plain.set(etag, text)
  return text
}

/** @param type content type with charset */
export async function cachedResponse(text: string, type: string): Promise<CachedResponse> {
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    promisify(gzip)(text, { level: 9 }),
  ])
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  return { etag, type, br, gzip: zipped }
}

/** Sends the stored encoding the client accepts, or 304. */
export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  kept: CachedResponse,
): Promise<FastifyReply> {
  void reply.header('etag', kept.etag).header('vary', 'accept-encoding')
  const known = request.headers['if-none-match']?.split(',').some((one) => one.trim() === kept.etag)
  if (known) return reply.code(304).send()
  void reply.type(kept.type)
  const encoding = (['br', 'gzip'] as const).find((one) => accepts(request, one))
  if (encoding === undefined) return reply.send(await plainOf(kept))
  return reply.header('content-encoding', encoding).send(kept[encoding])
}

/** Total compressed size of all cached responses, in bytes. */
const most = 16 * 1024 * 1024

/**
 * Caches a route's responses by its parameters for the `max-age` of `cache-control: public`. Only for responses that
 * are the same for everyone. Returns hooks for a route whose own compression is off.
 */
export function cacheResponses() {
  const kept = new LRUCache<string, CachedResponse & { readonly control: string }>({
    maxSize: most,
    sizeCalculation: ({ br, gzip: zipped }) => br.length + zipped.length,
  })
  /** Made of the validated parameters, so that unknown ones do not create further entries. */
  const keyOf = ({ params, query }: FastifyRequest): string => JSON.stringify([params, query])

  return {
    async preHandler(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
      const found = kept.get(keyOf(request))
      return found && sendCached(request, reply.header('cache-control', found.control), found)
    },
    async onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
      const control = String(reply.getHeader('cache-control') ?? '')
      const [, seconds] = /^public, max-age=(\d+)/.exec(control) ?? []
      if (reply.statusCode !== 200 || typeof payload !== 'string' || seconds === undefined) return payload
      const key = keyOf(request)
      if (kept.has(key)) return payload
      const answer = await cachedResponse(payload, String(reply.getHeader('content-type')))
      kept.set(key, { ...answer, control }, { ttl: Number(seconds) * 1000 })
      void reply.header('etag', answer.etag).header('vary', 'accept-encoding')
      const encoding = (['br', 'gzip'] as const).find((one) => accepts(request, one))
      if (encoding === undefined) return payload
      void reply.header('content-encoding', encoding).removeHeader('content-length')
      return answer[encoding]
    },
  }
}
