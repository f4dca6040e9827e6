import * as z from 'zod/mini'
import { trackerId } from '../fields.ts'
import { route } from '../route.ts'

const done = z.strictObject({ result: z.literal('OK') })

/** Bytes of a push subscription as JSON text. */
const pushTokenMaxLength = 2048

export const pushRoutes = {
  pushKey: route({
    id: 'pushKey',
    method: 'GET',
    path: '/api/push/key',
    tag: 'activity',
    access: 'member',
    summary: 'The brand’s public key (VAPID, base64url), which a browser subscribes with.',
    reply: z.strictObject({ key: z.string() }),
    failures: [401],
  }),
  pushToken: route({
    id: 'pushToken',
    method: 'POST',
    path: '/api/users/pushToken',
    tag: 'activity',
    access: 'member',
    summary:
      'Notify this browser: `pushToken` is its push subscription as JSON text. Again at each start: it replaces the session’s last one, and ends with the session.',
    body: z.strictObject({
      pushToken: z.string().check(z.minLength(1), z.maxLength(pushTokenMaxLength)),
      clickid: z.optional(trackerId),
    }),
    reply: z.strictObject({ result: z.literal('OK'), id: z.uuid() }),
    failures: [401, 404],
  }),
  pushDevices: route({
    id: 'pushDevices',
    method: 'GET',
    path: '/api/push/devices',
    tag: 'activity',
    access: 'member',
    summary: 'The member’s browsers that are notified.',
    reply: z.strictObject({
      devices: z.array(
        z.strictObject({
          id: z.uuid(),
          /** Browser and system, as the session has them. */
          device: z.string(),
          since: z.string(),
          /** When a push service last took a notification for it. */
          lastOkAt: z.nullable(z.string()),
          /** Whether it is the session’s own. */
          current: z.boolean(),
        }),
      ),
    }),
    failures: [401],
  }),
  removePushDevice: route({
    id: 'removePushDevice',
    method: 'DELETE',
    path: '/api/push/devices/:id',
    tag: 'activity',
    access: 'member',
    summary: 'No longer notify a browser.',
    params: z.strictObject({ id: z.uuid() }),
    reply: done,
    failures: [401, 404],
  }),
} as const
