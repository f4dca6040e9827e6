import * as z from 'zod/mini'
import { route } from '../route.ts'

const done = z.strictObject({ result: z.literal('OK') })

/** Why a chat is no longer notified; `taken`: it was connected to another account. */
const telegramEnds = ['stopped', 'blocked', 'gone', 'taken', 'removed'] as const
export type TelegramEnd = (typeof telegramEnds)[number]

/** Minutes for which a link that connects a chat works. */
export const telegramLinkMinutes = 10

export const telegramRoutes = {
  telegramLink: route({
    id: 'telegramLink',
    method: 'GET',
    path: '/api/telegram/link',
    tag: 'activity',
    access: 'member',
    summary: 'The member’s chat with the brand’s bot.',
    reply: z.strictObject({
      /** Whether the brand has a bot. */
      offered: z.boolean(),
      /** Telegram’s number of the chat that is notified. */
      telegramId: z.nullable(z.string()),
      since: z.nullable(z.string()),
      /** When Telegram last took a notification for it. */
      lastOkAt: z.nullable(z.string()),
      /** Of the last chat, if none is notified now. */
      ended: z.nullable(z.enum(telegramEnds)),
    }),
    failures: [401],
  }),
  connectTelegram: route({
    id: 'connectTelegram',
    method: 'POST',
    path: '/api/telegram/link',
    tag: 'activity',
    access: 'member',
    summary:
      'Make a link to the bot that connects the chat in which it is opened: once, within ten minutes, in place of an earlier one. 404 where the brand has no bot, 503 while Telegram does not answer.',
    reply: z.strictObject({ url: z.string(), expiresAt: z.string() }),
    failures: [401, 404, 503],
  }),
  disconnectTelegram: route({
    id: 'disconnectTelegram',
    method: 'DELETE',
    path: '/api/telegram/link',
    tag: 'activity',
    access: 'member',
    summary: 'No longer notify the chat; an open link ends, too.',
    reply: done,
    failures: [401],
  }),
  telegramWebhook: route({
    id: 'telegramWebhook',
    method: 'POST',
    path: '/telegram/webhook',
    tag: 'site',
    access: 'signed',
    summary:
      'Telegram reports what a person wrote to the brand’s bot; the reply is the bot’s answer. `X-Telegram-Bot-Api-Secret-Token` is the secret of its webhook; 404 where the brand has no bot.',
    // Telegram’s own format, to which it may add fields.
    body: z.looseObject({ update_id: z.number() }),
    reply: z.looseObject({}),
    failures: [401, 404],
  }),
} as const
