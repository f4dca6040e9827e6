import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { problemSchema } from '@incontro/contract'
import * as z from 'zod'

/** OpenAPI from the bound routes, under the given word-mark (SVG for a dark ground): the document must know them, so this is registered before any of them is bound. */
export async function serveDocs(app: FastifyInstance, logo: string): Promise<void> {
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
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: false,
    theme: { title: 'Incontro API' },
    logo: { type: 'image/svg+xml', content: Buffer.from(logo), href: '/api/docs' },
    uiConfig: { docExpansion: 'list', tryItOutEnabled: true },
  })
  app.get('/api/docs/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}
