import * as z from 'zod/mini'
import { credits } from '../fields.ts'
import { route } from '../route.ts'

export const freeCreditRoutes = {
  welcomeGift: route({
    id: 'welcomeGift',
    method: 'POST',
    path: '/api/credits/gift',
    tag: 'activity',
    access: 'member',
    summary:
      'Books the welcome gift, once; `regalo` is the number of messages booked by this call, 0 every later time.',
    body: z.strictObject({}),
    reply: z.strictObject({
      result: z.literal('OK'),
      regalo: credits,
      creditiMessaggi: credits,
      creditiTotali: credits,
    }),
    failures: [401],
  }),
} as const
