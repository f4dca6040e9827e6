import * as z from 'zod/mini'
import { route } from '../route.ts'

/** What a member can be notified of. */
export const noticeEvents = [
  'message',
  'firstMessage',
  'invite',
  'like',
  'match',
  'visit',
  'decision',
  'renewal',
  'payment',
  'security',
  'news',
] as const
export type NoticeEvent = (typeof noticeEvents)[number]

export const noticeChannels = ['email', 'push', 'telegram'] as const
export type NoticeChannel = (typeof noticeChannels)[number]

/** Why a notice cannot be turned off; `consent`: only a consent turns it on. */
const fixedReasons = ['contract', 'security', 'decision', 'consent'] as const
export type FixedReason = (typeof fixedReasons)[number]

export const digests = ['off', 'daily', 'weekly'] as const
export type Digest = (typeof digests)[number]

const eventSchema = z.enum(noticeEvents)
const channelSchema = z.enum(noticeChannels)
/** A quarter of an hour, as `22:00`. */
const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):(00|15|30|45)$/))
const token = z.string().check(z.minLength(80), z.maxLength(512))
const quietSchema = z.nullable(
  z
    .strictObject({ from: timeOfDay, until: timeOfDay })
    .check(z.refine(({ from, until }) => from !== until, 'quiet hours that end when they begin')),
)

const settings = z.strictObject({
  /** `link`: of the member to whom the mail with the link was sent. */
  by: z.enum(['session', 'link']),
  events: z.array(
    z.strictObject({
      event: eventSchema,
      channels: z.array(
        z.strictObject({ channel: channelSchema, on: z.boolean(), fixed: z.nullable(z.enum(fixedReasons)) }),
      ),
    }),
  ),
  quiet: quietSchema,
  /** IANA name; the country's until the member's browser has named its own. */
  timeZone: z.string(),
  digest: z.enum(digests),
  pausedUntil: z.nullable(z.string()),
  discreet: z.boolean(),
  /** Whether the address receives mail: what was sent there has bounced, or it was never confirmed. */
  mail: z.enum(['reached', 'bounced', 'unconfirmed']),
})
export type NotificationSettings = z.infer<typeof settings>

/** What was sent: `test` is the member's own, `digest` several notices in one mail. */
const sentEvents = [...noticeEvents, 'digest', 'test'] as const
export type SentEvent = (typeof sentEvents)[number]

export const notificationRoutes = {
  notificationSettings: route({
    id: 'notificationSettings',
    method: 'GET',
    path: '/api/notifications/settings',
    tag: 'activity',
    access: 'visitor',
    summary: 'What the member is notified of, where and when: by session, or by the `token` of a mail’s link.',
    query: z.strictObject({ token: z.optional(token) }),
    reply: settings,
    failures: [401],
  }),
  changeNotificationSettings: route({
    id: 'changeNotificationSettings',
    method: 'PUT',
    path: '/api/notifications/settings',
    tag: 'activity',
    access: 'visitor',
    summary:
      'Change some of it; what is left out stays. What is fixed cannot be changed (409). News needs a consent: `POST /api/consents`.',
    body: z.strictObject({
      token: z.optional(token),
      choices: z.optional(
        z
          .array(z.strictObject({ event: eventSchema, channel: channelSchema, on: z.boolean() }))
          .check(z.maxLength(noticeEvents.length * noticeChannels.length)),
      ),
      quiet: z.optional(quietSchema),
      timeZone: z.optional(z.string().check(z.maxLength(64))),
      digest: z.optional(z.enum(digests)),
      pause: z.optional(z.enum(['none', 'day', 'week'])),
      discreet: z.optional(z.boolean()),
    }),
    reply: settings,
    failures: [401, 409],
  }),
  sentNotifications: route({
    id: 'sentNotifications',
    method: 'GET',
    path: '/api/notifications/sent',
    tag: 'activity',
    access: 'member',
    summary: 'The last 50 mails and notifications to the member, newest first, and what became of them.',
    reply: z.strictObject({
      sent: z.array(
        z.strictObject({
          id: z.uuid(),
          event: z.enum(sentEvents),
          channel: channelSchema,
          /** Why it was sent: the member’s choice, or what does not allow one. */
          because: z.enum(['chosen', ...fixedReasons]),
          /** `withheld`: not sent, as the member had turned it off or the address had bounced. */
          state: z.enum(['queued', 'sent', 'failed', 'bounced', 'withheld']),
          at: z.string(),
          sentAt: z.nullable(z.string()),
        }),
      ),
    }),
    failures: [401],
  }),
  testNotification: route({
    id: 'testNotification',
    method: 'POST',
    path: '/api/notifications/test',
    tag: 'activity',
    access: 'member',
    summary: 'Send the member a test, now; `GET /api/notifications/sent` says what became of it.',
    body: z.strictObject({ channel: channelSchema }),
    reply: z.strictObject({ id: z.uuid() }),
    failures: [401, 409],
  }),
} as const
