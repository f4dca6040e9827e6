import type { FastifyReply, FastifyRequest } from 'fastify'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { accepts } from '../http/accepts.ts'
import { contentPolicy } from '../http/content-policy.ts'
import type { WholePage } from './built.ts'
import type { StoredPage } from './page-cache.ts'

/** Sends a page that was rendered for this one request. Compressed beside the event loop, which takes longer than to find a kept one. */
export async function sendPage(request: FastifyRequest, reply: FastifyReply, page: WholePage): Promise<FastifyReply> {
  head(request, reply, page)
  if (!accepts(request, 'gzip')) return reply.send(page.html)
  return reply.header('content-encoding', 'gzip').send(await compress(page.html, { level: 4 }))
}

/** Sends a page that many share, as it was compressed once. */
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
