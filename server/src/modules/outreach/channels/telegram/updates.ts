import * as z from 'zod/mini'

/** What a person said to the bot, or that they blocked it. */
export interface Said {
  readonly chatId: string
  readonly command: 'start' | 'stop' | 'settings' | 'other' | 'blocked'
  /** What follows the command. */
  readonly argument: string
  /** Of their Telegram, as `pt-br`. */
  readonly language: string | undefined
}

const id = z.number().check(z.refine((value) => Number.isSafeInteger(value)))
const chat = z.object({ id, type: z.string() })
const from = z.object({ language_code: z.optional(z.string()) })
const update = z.object({
  update_id: id,
  message: z.optional(z.object({ chat, from: z.optional(from), text: z.optional(z.string()) })),
  my_chat_member: z.optional(z.object({ chat, new_chat_member: z.object({ status: z.string() }) })),
})

/** Undefined for what is not read: other kinds of updates, and groups, in which others would read along. */
export function readUpdate(raw: unknown): Said | undefined {
  const { success, data } = update.safeParse(raw)
  if (!success) return undefined
  const { message, my_chat_member: membership } = data
  if (membership?.chat.type === 'private' && membership.new_chat_member.status === 'kicked')
    return { chatId: String(membership.chat.id), command: 'blocked', argument: '', language: undefined }
  if (message?.chat.type !== 'private') return undefined
  const [, command = 'other', argument = ''] =
    /^\/(start|stop|settings)(?:@\w{1,64})?(?:\s+(\S{1,64}))?\s*$/.exec(message.text ?? '') ?? []
  return {
    chatId: String(message.chat.id),
    command: command as Said['command'],
    argument,
    language: message.from?.language_code,
  }
}

/** The number of an update; undefined for what is none. */
export function numberOf(raw: unknown): number | undefined {
  const { success, data } = z.object({ update_id: id }).safeParse(raw)
  return success ? data.update_id : undefined
}
