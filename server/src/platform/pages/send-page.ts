import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LeanPage } from './lean.ts'
import type { StoredPage } from './page-cache.ts'

/** Sends a page that was rendered for this one request. */
export function sendPage(reply: FastifyReply, { html, styleHash }: LeanPage): FastifyReply {
  allowStyle(reply, styleHash)
  return reply.send(html)
}

/** Sends a page that many share: with this answer's nonce in it, or, where it has none, in the encoding made once. */
export function sendStored(request: FastifyRequest, reply: FastifyReply, { parts, encoded, styleHash }: StoredPage): FastifyReply {
  allowStyle(reply, styleHash)
  void reply.type('text/html; charset=utf-8').header('cache-control', 'private, no-cache')
  if (!encoded) return reply.send(parts.join(request.nonce))
  const name = encodings.find((encoding) => accepts(request, encoding))
  void reply.header('vary', 'accept-encoding')
  return name === undefined ? reply.send(parts[0]) : reply.header('content-encoding', name).send(encoded[name])
}

const encodings = ['br', 'gzip'] as const

const accepts = (request: FastifyRequest, encoding: string): boolean =>
  (request.headers['accept-encoding'] ?? '').toString().split(',').some((wish) => {
    const [name, quality = ''] = wish.trim().split(/\s*;\s*/)
    return name === encoding && !/^q=0(\.0*)?$/.test(quality)
  })

/** The style that stands in the page, and no other. */
function allowStyle(reply: FastifyReply, styleHash: string | undefined): void {
  if (styleHash === undefined) return
  const policy = String(reply.getHeader('content-security-policy'))
  void reply.header('content-security-policy', policy.replace("style-src 'self'", `style-src 'self' ${styleHash}`))
}
