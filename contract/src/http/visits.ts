import * as z from 'zod/mini'
import { route } from '../route.ts'

export const visitRoutes = {
  lookUpIp: route({
    id: 'lookUpIp',
    method: 'GET',
    path: '/ip',
    tag: 'visits',
    access: 'visitor',
    summary:
      'The caller’s own address and browser, for brands that keep where a visit came from. It is attribution: no limit and no right depends on it.',
    reply: z.strictObject({ ip: z.string(), ua: z.string() }),
  }),
} as const
