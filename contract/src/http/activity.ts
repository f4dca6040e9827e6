import * as z from 'zod/mini'
import { angelId, credits, text, time, trackerId } from '../fields.ts'
import { promptIds } from '../profile-choices.ts'
import { route } from '../route.ts'

const done = z.strictObject({ result: z.literal('OK') })

/** A like or a visit that the member received. */
export const notificationItem = z.strictObject({
  idNotifica: z.string(),
  type: z.enum(['like', 'visita']),
  categoriaNotifica: z.optional(z.enum(['risposta_a_like'])),
  /** The profile answer that was liked; null when the like was for the profile. */
  prompt: z.nullable(z.enum(promptIds)),
  angelId,
  screenName: z.string(),
  age: z.int(),
  city: z.string(),
  default_photo: z.nullable(z.string()),
  time,
  letto: z.boolean(),
  sample: z.boolean(),
})
export type NotificationItem = z.infer<typeof notificationItem>

export const activityRoutes = {
  all: route({
    id: 'all',
    method: 'GET',
    path: '/api/get/all/:trackerId',
    tag: 'activity',
    access: 'member',
    summary: 'What the navigation shows: credits, unread counts, liked ids.',
    params: z.strictObject({ trackerId }),
    reply: z.strictObject({
      navigation: z.strictObject({
        profiliVisitati: z.array(angelId),
        creditiMessaggi: credits,
        creditiMessaggiAbbonamento: credits,
        creditiIcebreaker: credits,
        creditiLike: credits,
        /** When the next free ones come; null where there are enough, or none come. */
        prossimoLike: z.nullable(time),
        prossimoIcebreaker: z.nullable(time),
      }),
      undreadedMessages: z.int(),
      unreadLikes: z.int(),
      unreadVisits: z.int(),
      profiliLike: z.array(angelId),
    }),
    failures: [401, 404],
  }),
  notifications: route({
    id: 'notifications',
    method: 'GET',
    path: '/api/get/notifications/:trackerId',
    tag: 'activity',
    access: 'member',
    summary:
      'Likes and visits, newest first. `before` and `beforeAt` are `idNotifica` and `time` of the last one had; without its time, there are no more once that one is gone.',
    params: z.strictObject({ trackerId }),
    query: z.strictObject({ before: z.optional(z.uuid()), beforeAt: z.optional(time) }),
    reply: z.strictObject({ messages: z.array(notificationItem) }),
    failures: [401, 404],
  }),
  notificationRead: route({
    id: 'notificationRead',
    method: 'POST',
    path: '/api/log/notification/readed',
    tag: 'activity',
    access: 'member',
    summary: 'The notifications from this member have been read; without `angelId` all of them.',
    body: z.strictObject({ clickid: trackerId, angelId: z.optional(angelId) }),
    reply: done,
    failures: [401, 404],
  }),
  visited: route({
    id: 'visited',
    method: 'POST',
    path: '/api/collect/visited',
    tag: 'activity',
    access: 'member',
    summary: 'The caller opened this member’s page.',
    body: z.strictObject({ angelId, trackerId }),
    reply: done,
    failures: [401, 404],
  }),
  logEvent: route({
    id: 'logEvent',
    method: 'POST',
    path: '/api/log/event',
    tag: 'activity',
    access: 'member',
    summary: 'Something the caller did with this member (visita_profilo, …).',
    body: z.strictObject({
      clickid: trackerId,
      angelId,
      type: z.enum([
        'vista_profilo',
        'visita_profilo',
        'like_da_home',
        'ko_icebreaker',
        'ko_msg',
        'like',
        'dislike',
        'engage',
      ]),
    }),
    reply: done,
    failures: [401, 404],
  }),
  logClient: route({
    id: 'logClient',
    method: 'POST',
    path: '/api/log/client',
    tag: 'insight',
    access: 'visitor',
    summary: 'An error in the browser (limited, scrubbed).',
    body: z.strictObject({
      subject: text(200),
      messaggio: z.union([text(4000), z.strictObject({ errore: text(4000) })]),
      clickid: z.optional(trackerId),
      page: z.optional(text(500)),
    }),
    reply: done,
  }),
} as const
