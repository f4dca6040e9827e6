import project from '../../../../package.json' with { type: 'json' }
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { readFile } from 'node:fs/promises'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import * as contract from '@incontro/contract'
import * as z from 'zod'
import { affiliateKeyHeader } from './affiliate-key.ts'
import { cachedResponse, sendCached, type CachedResponse } from './response-cache.ts'
import { createTraffic } from './traffic.ts'

const documentPath = '/api/docs/openapi.json'
/** Every object that the contract exports by name is a component of the document, which routes refer to. */
const components = z.registry<{ id: string }>()
for (const [name, part] of Object.entries(contract))
  if (part instanceof z.core.$ZodType && part._zod.def.type === 'object')
    components.add(part, { id: name.replace(/Schema$/, '').replace(/^./, (letter) => letter.toUpperCase()) })
/** Rate limit of the documentation pages per address; one view loads nine files. */
const allowance = { burst: 30, perSecond: 1 }

export interface DocsOptions {
  /** Of the viewer: SVG for a dark background. Undefined for the document alone. */
  readonly viewer: { readonly logo: string } | undefined
  readonly limitFactor: number
}

/**
 * Serves the OpenAPI document and perhaps its viewer. Register it before routes are bound: the document is collected
 * from them.
 */
export async function serveDocs(app: FastifyInstance, { viewer, limitFactor }: DocsOptions): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Incontro',
        version: project.version,
        description: 'The API of a brand’s site. Failures are problem documents (RFC 9457).',
      },
      tags: ['identity', 'geography', 'discovery', 'activity', 'chat', 'trust', 'payments', 'insight', 'site'].map(
        (name) => ({ name }),
      ),
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          affiliateKey: { type: 'apiKey', in: 'header', name: affiliateKeyHeader },
          session: { type: 'apiKey', in: 'cookie', name: '__Host-session' },
        },
      },
    },
    transform: createJsonSchemaTransform({ schemaRegistry: components }),
    transformObject: createJsonSchemaTransformObject({ schemaRegistry: components }),
  })
  const countDocument = createTraffic(allowance, limitFactor)
  if (viewer) await serveViewer(app, viewer.logo, limitFactor)
  let kept: Promise<CachedResponse> | undefined
  app.get(documentPath, { schema: { hide: true }, compress: false }, async (request, reply) => {
    countDocument(request, reply)
    kept ??= cachedResponse(JSON.stringify(app.swagger()), 'application/json; charset=utf-8')
    return sendCached(request, reply.header('cache-control', 'public, no-cache'), await kept)
  })
}

const typeOf: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}

/** Limited as a whole, files included: they are large. Those with text are compressed once. */
async function serveViewer(app: FastifyInstance, logo: string, limitFactor: number): Promise<void> {
  const count = createTraffic(allowance, limitFactor)
  const folder = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')), 'static')
  const files = new Map<string, Promise<CachedResponse>>()
  await app.register(async (scope) => {
    // In a scope around the plug-in, whose own hooks leave out its files.
    scope.addHook('onRequest', async (request, reply) => {
      count(request, reply)
      // Its own documents are replaced by ours.
      if (/^\/api\/docs\/(json|yaml)(\?|$)/.test(request.url)) return reply.redirect(documentPath)
      const [, name, kind = ''] = /^\/api\/docs\/static\/(swagger-ui[a-z-]*\.(js|css))(\?|$)/.exec(request.url) ?? []
      if (name === undefined) return undefined
      const kept =
        files.get(name) ?? readFile(join(folder, name), 'utf8').then((text) => cachedResponse(text, typeOf[kind]!))
      files.set(name, kept)
      return sendCached(request, reply.header('cache-control', 'public, max-age=3600'), await kept)
    })
    await scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: false,
      theme: { title: 'Incontro API' },
      logo: { type: 'image/svg+xml', content: Buffer.from(logo), href: '/api/docs' },
      uiConfig: { docExpansion: 'list', tryItOutEnabled: true },
    })
  })
}
