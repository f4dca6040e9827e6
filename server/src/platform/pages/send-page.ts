import type { FastifyReply, FastifyRequest } from 'fastify'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { accepts } from '#platform/http/accepts.ts'
import { contentPolicy } from '#platform/http/content-policy.ts'
import type { WholePage } from './built.ts'
import type { StoredPage } from './page-cache.ts'

/** Sends a page rendered for this request. It is compressed asynchronously, off the event loop. */
export async function sendPage(request: FastifyRequest, reply: FastifyReply, page: WholePage): Promise<FastifyReply> {
  head(request, reply, page)
  if (!accepts(request, 'gzip')) return reply.send(page.html)
  return reply.header('content-encoding', 'gzip').send(await compress(page.html, { level: 4 }))
}

/** Sends a cached page, which is already compressed. */
export function sendStored(request: FastifyRequest, reply: FastifyReply, page: StoredPage): FastifyReply {
  head(request, reply, page)
  const encoding = (['br', 'gzip'] as const).find((one) => accepts(request, one))
  if (encoding === undefined) return reply.send(page.html)
  return reply.header('content-encoding', encoding).send(page[encoding])
}

function head(request: FastifyRequest, reply: FastifyReply, { styleHash }: WholePage): void {
  void reply
    .type('text/html; charset=utf-8')
    .header('vary', 'accept-encoding')
    .header(
      'content-security-policy',
      contentPolicy(request.headers.host, { styleHash, frames: request.server.frameSources }),
    )
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'private, no-cache')
}

const compress = promisify<string, { level: number }, Buffer>(gzip)
