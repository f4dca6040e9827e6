import type { Brand } from '#modules/brands/index.ts'
import type { Database } from '#platform/database/database.ts'
import { createLru } from '#platform/flow-control/lru.ts'
import type { Keys } from '#platform/ids.ts'
import { settingsLink } from '../../preferences/settings-link.ts'
import { receiverOf } from '../../rules/receiver.ts'
import type { BotMessage } from '../../port.ts'
import { type Chat, connectChat, endChat, memberOfChat } from './links.ts'
import type { Said } from './updates.ts'
import { type Answer, answerWords, localeOf } from './words.ts'

export interface AnswerDeps {
  readonly db: Database
  readonly telegramKeys: Keys
  readonly settingsKeys: Keys
  readonly clock: () => Date
}

/** Updates of a chat in a minute that are looked at: a person presses a few buttons. */
const mostPerMinute = 10
const mostChats = 10_000

/** Counts what each chat says; what is too much is not looked at. */
export function createChatLimit(clock: () => Date): (chat: Chat) => boolean {
  const counts = createLru<string, { readonly minute: number; count: number }>(mostChats)
  return ({ brandId, chatId }) => {
    const key = `${brandId} ${chatId}`
    const minute = Math.floor(clock().getTime() / 60_000)
    const known = counts.get(key)
    if (known?.minute !== minute) {
      counts.set(key, { minute, count: 1 })
      return true
    }
    known.count += 1
    return known.count <= mostPerMinute
  }
}

/**
 * Does what a person says to the bot. Said twice, as after an update that is delivered again, it changes nothing.
 * @returns what the bot answers
 */
export async function answerTo(deps: AnswerDeps, brand: Brand, said: Said): Promise<BotMessage | undefined> {
  const { db, telegramKeys: keys, clock } = deps
  const chat: Chat = { brandId: brand.key, chatId: said.chatId }
  if (said.command === 'blocked') {
    await endChat(db, keys, chat, 'blocked', clock())
    return undefined
  }
  const before = await memberOfChat(db, keys, chat)
  const [answer, memberId] = await resultOf(deps, chat, said, before)
  const receiver = memberId === undefined ? undefined : await receiverOf(db, memberId)
  const locale = receiver?.to.locale ?? localeOf(said.language) ?? brand.defaultLanguage
  const { text, button } = answerWords(answer, { title: brand.title, locale })
  if (button === undefined) return { text }
  const page = `${brand.origin}/activeNotifications`
  const own = answer === 'settings' && receiver !== undefined
  const url = own
    ? settingsLink(deps.settingsKeys, page, {
        brandId: brand.key,
        memberId: receiver.to.memberId,
        address: receiver.to.email,
        at: clock(),
      })
    : page
  return { text, button: { text: button, url } }
}

/** What is answered, and whose language it has. */
async function resultOf(
  { db, telegramKeys: keys, clock }: AnswerDeps,
  chat: Chat,
  { command, argument }: Said,
  before: string | undefined,
): Promise<readonly [Answer, string | undefined]> {
  if (command === 'start' && argument !== '') {
    const done = await connectChat(db, keys, chat, { code: argument, at: clock() })
    if (done) return [done.taken ? 'moved' : 'connected', done.memberId]
    return [before === undefined ? 'invalid' : 'connected', before]
  }
  if (before === undefined) return [command === 'start' || command === 'other' ? 'hello' : 'unknown', undefined]
  if (command === 'stop') {
    await endChat(db, keys, chat, 'stopped', clock())
    return ['stopped', before]
  }
  return [command === 'settings' ? 'settings' : 'help', before]
}
