import * as z from 'zod/mini'
import { acknowledgements, clientEvents } from '../events.ts'
import { route } from '../route.ts'

const { clickid, brain, chat, like, match, unmatch, typing, read } = clientEvents

export const eventRoutes = {
  sendEvent: route({
    id: 'sendEvent',
    method: 'POST',
    path: '/api/events',
    tag: 'chat',
    access: 'member',
    summary:
      'An event of the socket (docs/api.md) without one, where a network lets no socket through: same handlers, limits and acknowledgements. What the server sends by socket is then fetched.',
    body: z.discriminatedUnion('event', [
      z.strictObject({ event: z.literal('clickid'), payload: clickid }),
      z.strictObject({ event: z.literal('brain'), payload: brain }),
      z.strictObject({ event: z.literal('chat'), payload: chat }),
      z.strictObject({ event: z.literal('like'), payload: like }),
      z.strictObject({ event: z.literal('match'), payload: match }),
      z.strictObject({ event: z.literal('unmatch'), payload: unmatch }),
      z.strictObject({ event: z.literal('typing'), payload: typing }),
      z.strictObject({ event: z.literal('read'), payload: read }),
    ]),
    reply: z.union([acknowledgements.chat, acknowledgements.like, acknowledgements.clickid, acknowledgements.brain]),
    failures: [401],
  }),
} as const
