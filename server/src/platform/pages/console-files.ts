import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isHealthPath } from '#platform/http/health.ts'

export interface ConsoleFilesOptions {
  /** Folder of the console's build: `index.html` and `assets`. */
  readonly folder: string
  readonly origin: string
  isAt(request: FastifyRequest): boolean
  /** The key of the brand whose host was asked; undefined at a host of none. */
  brandAt(request: FastifyRequest): string | undefined
  /** The look: the style sheet of tokens of the brand with this key. */
  readonly look: { readonly key: string; readonly tokensCss: string }
}

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

/**
 * Nothing of another origin, and nothing inline but a style of React Aria, which carries the nonce; pictures of members
 * are fetched and shown from a blob.
 */
const policyFor = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    'media-src blob:',
    "font-src 'self'",
    "connect-src 'self'",
    // Previews of mails, each with a policy of its own.
    "frame-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/**
 * Serves the staff's console at its own host, and nothing else there but its API. At a brand's host `/admin` leads to the
 * page of it with which that brand opens.
 */
export async function serveConsole(app: FastifyInstance, options: ConsoleFilesOptions): Promise<void> {
  const { folder, origin, isAt, brandAt, look } = options
  // The web build of a test may lack it.
  const assets = existsSync(folder) ? new Set(await readdir(join(folder, 'assets'))) : new Set<string>()

  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.replace(/\?.*$/, '')
    if (isAt(request)) {
      if (path.startsWith('/admin/api/') || isHealthPath(request.url)) return undefined
      return answer(path, request, reply)
    }
    const isPage = request.method === 'GET' && /^\/admin(\/|$)/.test(path) && !path.startsWith('/admin/api/')
    if (!isPage) return undefined
    return reply.header('cache-control', 'no-store').redirect(`${origin}/${brandAt(request) ?? ''}`, 302)
  })

  async function answer(path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    void reply
      .header('content-security-policy', policyFor(request.nonce))
      .header('cross-origin-opener-policy', 'same-origin')
    if (request.method !== 'GET' && request.method !== 'HEAD') return notFound(reply)
    const asset = /^\/assets\/([\w.-]+)$/.exec(path)?.[1]
    if (asset !== undefined) return assets.has(asset) ? sendAsset(asset, request, reply) : notFound(reply)
    if (path === '/tokens.css')
      return reply.header('cache-control', 'no-cache').type(types['css']!).send(look.tokensCss)
    if (assets.size === 0 || /\.\w+$/.test(path)) return notFound(reply)
    const page = await readFile(join(folder, 'index.html'), 'utf8')
    return reply
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex')
      .type('text/html; charset=utf-8')
      .send(
        page.replace('data-brand="local"', `data-brand="${look.key}"`).replace('nonce=""', `nonce="${request.nonce}"`),
      )
  }

  async function sendAsset(name: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    void reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'accept-encoding')
      .type(types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream')
    const accepted = request.headers['accept-encoding'] ?? ''
    const small = [
      ['br', /\bbr\b/],
      ['gzip', /\bgzip\b/],
    ] as const
    for (const [encoding, asked] of small) {
      const file = `${name}.${encoding === 'gzip' ? 'gz' : 'br'}`
      if (asked.test(accepted) && assets.has(file))
        return reply.header('content-encoding', encoding).send(await readFile(join(folder, 'assets', file)))
    }
    return reply.send(await readFile(join(folder, 'assets', name)))
  }
}

const notFound = (reply: FastifyReply): FastifyReply => {
  reply.callNotFound()
  return reply
}
