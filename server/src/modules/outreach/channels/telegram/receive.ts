import { createHmac } from 'node:crypto'
import type { Brand } from '#modules/brands/index.ts'
import type { Keys } from '#platform/ids.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { isLoopback } from '#platform/process/loopback.ts'
import type { Executor } from '#platform/database/database.ts'
import { type AnswerDeps, answerTo } from './answer.ts'
import { type Chat, isListenedFor } from './links.ts'
import type { TelegramDeps } from './send.ts'
import { numberOf, readUpdate } from './updates.ts'

export type ReceiveDeps = TelegramDeps & AnswerDeps & { readonly mayAsk: (chat: Chat) => boolean }

/** Whether Telegram can post to a brand's address; where it cannot, we ask for updates. */
export const isPosted = ({ origin }: Pick<Brand, 'origin'>): boolean => {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' && !isLoopback(hostname)
}

/** The secrets of a brand's webhook, the newest first: Telegram repeats one in a header of each update. */
export const webhookSecrets = (keys: Keys, brandId: string): string[] =>
  keys.map((key) => createHmac('sha256', key).update(`webhook ${brandId}`).digest('base64url'))

/** Has Telegram post the updates of every bot that has a public address, and says when it could not. */
export async function postUpdates({ brands, botOf, telegramKeys, log }: TelegramDeps): Promise<void> {
  for (const brand of brands.list) {
    const bot = isPosted(brand) ? botOf(brand.key) : undefined
    const [secret] = webhookSecrets(telegramKeys, brand.key)
    if (!bot || secret === undefined) continue
    try {
      const fault = await bot.postTo(`${brand.origin}/telegram/webhook`, secret)
      if (fault !== undefined) log.warn({ brand: brand.key, why: fault.slice(0, 200) }, 'Telegram does not reach us')
    } catch (error) {
      // The next run tries again.
      log.warn({ brand: brand.key, err: error }, 'the webhook at Telegram was not set')
    }
  }
}

/** Asks for updates soon: a person is about to press Start. */
export const askSoon = (tx: Executor): Promise<void> =>
  addJob(tx, 'outreach-telegram-updates', {}, { key: 'outreach-telegram-updates' })

/**
 * Asks for the updates of bots without a public address, once, and goes on with another run as long as a chat is
 * connected or a code waits for one. Where two runs ask at once, Telegram ends one of them.
 */
export async function askForUpdates(deps: ReceiveDeps): Promise<void> {
  const { brands, botOf, db, clock } = deps
  const results = await Promise.all(
    brands.list.map(async (brand) => {
      if (isPosted(brand) || botOf(brand.key) === undefined) return 'idle'
      return (await isListenedFor(db, brand.key, clock())) ? askOnce(deps, brand) : 'idle'
    }),
  )
  if (results.includes('asked')) await askSoon(db)
}

async function askOnce(deps: ReceiveDeps, brand: Brand): Promise<'asked' | 'idle'> {
  const bot = deps.botOf(brand.key)
  if (!bot) return 'idle'
  try {
    let updates = await bot.updates(undefined)
    if (updates === 'busy') return 'idle'
    while (updates !== 'busy' && updates.length > 0) {
      for (const update of updates) await answerUpdate(deps, brand, update)
      const last = numberOf(updates.at(-1))
      if (last === undefined) break
      // Those that were answered are not given again.
      updates = await bot.updates(last)
    }
    return 'asked'
  } catch (error) {
    // The next minute's run tries again.
    deps.log.warn({ brand: brand.key, err: error }, 'Telegram gave no updates')
    return 'idle'
  }
}

async function answerUpdate(deps: ReceiveDeps, brand: Brand, update: unknown): Promise<void> {
  const said = readUpdate(update)
  if (!said || !deps.mayAsk({ brandId: brand.key, chatId: said.chatId })) return
  const answer = await answerTo(deps, brand, said)
  if (answer) await deps.botOf(brand.key)?.send(said.chatId, answer)
}
