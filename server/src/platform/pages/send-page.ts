import type { FastifyReply, FastifyRequest } from 'fastify'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { assembleGzip } from './assembled-gzip.ts'
import type { LeanPage } from './lean.ts'
import type { StoredPage } from './page-cache.ts'

/** Sends a page that was rendered for this one request. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { html, styleHash }: LeanPage,
): Promise<FastifyReply> {
  allowStyle(reply, styleHash)
  return sendText(request, reply, html)
}

/** Sends a page that many share, as it was compressed once: with this answer's nonce in it, or whole where it has none. */
export function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  { parts, encoded, pieces, styleHash }: StoredPage,
): FastifyReply {
  allowStyle(reply, styleHash)
  void reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'private, no-cache')
    .header('vary', 'accept-encoding')
  const name = encoded && accepts(request, 'br') ? 'br' : accepts(request, 'gzip') ? 'gzip' : undefined
  if (name === undefined) return reply.send(parts.join(request.nonce))
  void reply.header('content-encoding', name)
  return reply.send(encoded ? encoded[name] : pieces && assembleGzip(pieces, request.nonce))
}

/** Compressed beside the event loop: a page of 50 kB takes longer to compress than to find. */
async function sendText(request: FastifyRequest, reply: FastifyReply, html: string): Promise<FastifyReply> {
  void reply.header('vary', 'accept-encoding')
  if (!accepts(request, 'gzip')) return reply.send(html)
  return reply.header('content-encoding', 'gzip').send(await compress(html, { level: 4 }))
}

const compress = promisify<string, { level: number }, Buffer>(gzip)

const accepts = (request: FastifyRequest, encoding: 'br' | 'gzip'): boolean =>
  String(request.headers['accept-encoding'] ?? '')
    .split(',')
    .some((wish) => {
      const [name, quality = ''] = wish.trim().split(/\s*;\s*/)
      return name === encoding && !/^q=0(\.0*)?$/.test(quality)
    })

/** The style that stands in the page, and no other. */
function allowStyle(reply: FastifyReply, styleHash: string | undefined): void {
  if (styleHash === undefined) return
  const policy = String(reply.getHeader('content-security-policy'))
  void reply.header('content-security-policy', policy.replace("style-src 'self'", `style-src 'self' ${styleHash}`))
}
