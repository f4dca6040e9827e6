import * as z from 'zod/mini'
import { route } from '../route.ts'
import { brandParams } from './fields.ts'
import { may } from './permissions.ts'

export const healthRoutes = {
  staffHealth: route({
    id: 'staffHealth',
    method: 'GET',
    path: '/admin/api/:brand/health',
    tag: 'staff',
    access: may('readHealth'),
    summary: 'Whether the database of the brand can be used, and the figures of the work that waits there.',
    params: brandParams,
    reply: z.strictObject({
      ready: z.boolean(),
      version: z.string(),
      figures: z.array(z.strictObject({ name: z.string(), value: z.number() })),
    }),
    failures: [401, 403],
  }),
} as const
