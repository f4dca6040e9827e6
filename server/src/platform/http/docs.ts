import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import * as contract from '@incontro/contract'
import * as z from 'zod'
import { affiliateKeyHeader } from './affiliate-key.ts'
import { keptAnswer, sendKept, type KeptAnswer } from './kept-answers.ts'
import { createTraffic } from './traffic.ts'

const documentPath = '/api/docs/openapi.json'
/** Every object that the contract exports by name is a component of the document, which routes refer to. */
const components = z.registry<{ id: string }>()
for (const [name, part] of Object.entries(contract))
  if (part instanceof z.core.$ZodType && part._zod.def.type === 'object')
    components.add(part, { id: name.replace(/Schema$/, '').replace(/^./, (letter) => letter.toUpperCase()) })
/** Rate limit of the documentation pages per address; one view loads nine files. */
const allowance = { burst: 30, perSecond: 1 }

/**
 * Serves the OpenAPI document and its viewer, with the given logo (SVG for a dark background). Register it before
 * routes are bound: the document is collected from them.
 */
export async function serveDocs(app: FastifyInstance, logo: string, limitFactor: number): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Incontro',
        version: '0.1.0',
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
  const count = createTraffic(allowance, limitFactor)
  const countDocument = createTraffic(allowance, limitFactor)
  await app.register(swaggerUi, {
    uiHooks: {
      // The viewer's files are large and compressed per response, so they are limited. Its own documents are replaced
      // by ours.
      onRequest: async (request, reply) => {
        count(request, reply)
        return /^\/api\/docs\/(json|yaml)(\?|$)/.test(request.url) ? reply.redirect(documentPath) : undefined
      },
    },
    routePrefix: '/api/docs',
    staticCSP: false,
    theme: { title: 'Incontro API' },
    logo: { type: 'image/svg+xml', content: Buffer.from(logo), href: '/api/docs' },
    uiConfig: { docExpansion: 'list', tryItOutEnabled: true },
  })
  let kept: Promise<KeptAnswer> | undefined
  app.get(documentPath, { schema: { hide: true }, compress: false }, async (request, reply) => {
    countDocument(request, reply)
    kept ??= keptAnswer(JSON.stringify(app.swagger()), 'application/json; charset=utf-8')
    return sendKept(request, reply.header('cache-control', 'public, no-cache'), await kept)
  })
}
