import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { readFile } from 'node:fs/promises'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { problemSchema } from '@incontro/contract'
import * as z from 'zod'
import { keptAnswer, sendKept, type KeptAnswer } from './kept-answers.ts'
import { createTraffic } from './traffic.ts'

const documentPath = '/api/docs/openapi.json'
/** The document as it was written from these routes (`npm run openapi:write`; a test compares): the process need not make and hold it. */
const documentFile = new URL('../../../openapi.json', import.meta.url)
/** Of the pages that show the document, for one address: one view is nine files. */
const allowance = { burst: 30, perSecond: 1 }

/** OpenAPI from the bound routes, under the given word-mark (SVG for a dark ground): the document must know them, so this is registered before any of them is bound. */
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
        schemas: { Problem: z.toJSONSchema(problemSchema as never, { target: 'draft-2020-12' }) as never },
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          session: { type: 'apiKey', in: 'cookie', name: '__Host-session' },
        },
      },
    },
    transform: jsonSchemaTransform,
  })
  const count = createTraffic(allowance, limitFactor)
  const countDocument = createTraffic(allowance, limitFactor)
  await app.register(swaggerUi, {
    uiHooks: {
      // Its files are large and compressed for each answer; the documents it would make itself are ours.
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
    kept ??= readFile(documentFile, 'utf8').then((text) =>
      keptAnswer(JSON.stringify(JSON.parse(text)), 'application/json; charset=utf-8'),
    )
    return sendKept(request, reply.header('cache-control', 'public, no-cache'), await kept)
  })
}
