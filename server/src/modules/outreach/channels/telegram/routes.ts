import { timingSafeEqual } from 'node:crypto'
import { routes, type TelegramEnd } from '@incontro/contract'
import type { Http } from '#platform/http/bind.ts'
import { Failure, notFound, notSignedIn } from '#platform/http/problem.ts'
import { hashToken } from '#platform/ids.ts'
import { answerTo } from './answer.ts'
import { chatIdOf, disconnect, linkOf, makeCode } from './links.ts'
import { askSoon, isPosted, type ReceiveDeps, webhookSecrets } from './receive.ts'
import { readUpdate } from './updates.ts'

/** Routes to connect a chat, and the address to which Telegram posts. */
export function telegramRoutes(http: Http, deps: ReceiveDeps): void {
  const { db, clock, telegramKeys: keys } = deps
  http.bind(routes.telegramLink, async ({ member: { memberId, brandId } }) => {
    const link = await linkOf(db, memberId)
    const telegramId = chatIdOf(keys, link?.chat_sealed ?? null) ?? null
    return {
      offered: deps.botOf(brandId) !== undefined,
      telegramId,
      since: telegramId === null ? null : (link?.linked_at?.toISOString() ?? null),
      lastOkAt: telegramId === null ? null : (link?.last_ok_at?.toISOString() ?? null),
      ended: telegramId === null ? ((link?.ended_why ?? null) as TelegramEnd | null) : null,
    }
  })
  http.bind(
    routes.connectTelegram,
    async ({ member: { memberId, brandId }, site }) => {
      const bot = deps.botOf(brandId)
      const brand = deps.brands.byKey(site.brandId)
      if (!bot || !brand) throw notFound()
      const { code, expiresAt } = await makeCode(db, { memberId, brandId, at: clock() })
      try {
        const url = await bot.link(code)
        if (!isPosted(brand)) await askSoon(db)
        return { url, expiresAt: expiresAt.toISOString() }
      } catch (error) {
        deps.log.warn({ brand: brandId, err: error }, 'Telegram did not say the name of the bot')
        throw new Failure(503, undefined, { message: 'Telegram does not answer; try again shortly' })
      }
    },
    { limit: { max: 10, timeWindow: 60_000 } },
  )
  http.bind(routes.disconnectTelegram, async ({ member }) => {
    await disconnect(db, member.memberId, clock())
    return { result: 'OK' as const }
  })
  http.bind(routes.telegramWebhook, async ({ site, request }) => {
    const brand = deps.brands.byKey(site.brandId)
    if (!brand || !deps.botOf(site.brandId)) throw notFound()
    const given = request.headers['x-telegram-bot-api-secret-token']
    if (typeof given !== 'string' || !isSecret(webhookSecrets(keys, brand.key), given)) throw notSignedIn()
    const said = readUpdate(request.body)
    if (!said || !deps.mayAsk({ brandId: brand.key, chatId: said.chatId })) return {}
    const answer = await answerTo(deps, brand, said)
    if (!answer) return {}
    // Telegram calls the method that the reply names.
    const { text, button } = answer
    return {
      method: 'sendMessage',
      chat_id: said.chatId,
      text,
      link_preview_options: { is_disabled: true },
      ...(button && { reply_markup: { inline_keyboard: [[button]] } }),
    }
  })
}

/** In constant time: hashes are of one length. */
const isSecret = (secrets: readonly string[], given: string): boolean =>
  secrets.map((secret) => timingSafeEqual(hashToken(secret), hashToken(given))).includes(true)
