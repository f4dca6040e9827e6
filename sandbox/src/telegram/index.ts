import type { FastifyInstance } from 'fastify'
import { botOfToken } from '../credentials.ts'
import type { SandboxState } from '../state.ts'
import { botsPage, chatPage } from './page.ts'
import type { TelegramChat } from './records.ts'

const states = ['on', 'blocked', 'gone', 'full', 'down'] as const
/** The person who opens the page without a number of their own. */
const usualPerson = '424242001'
/** Seconds after which a chat that is `full` may be written to, as it says. */
const retryAfter = 7
const longestText = 4096

interface Refusal {
  readonly ok: false
  readonly error_code: number
  readonly description: string
  readonly parameters?: { readonly retry_after: number }
}
const refuse = (code: number, description: string): Refusal => ({ ok: false, error_code: code, description })

/**
 * Telegram's Bot API with a page for each bot at `/telegram/<bot>`, where a person presses its buttons. What they say
 * is posted to the bot's webhook, or kept until it asks.
 */
export function openTelegram(app: FastifyInstance, { state }: { readonly state: SandboxState }): void {
  let lastMessage = Date.now()
  const asking = new Map<string, () => void>()
  const waiting = new Map<string, () => void>()

  const chatOf = (bot: string, person: string): TelegramChat =>
    state.telegramChats.get(`${bot}/${person}`) ?? state.telegramChats.put({ id: `${bot}/${person}`, bot, state: 'on' })

  const note = (chat: string, from: 'bot' | 'person', text: string, button: { text: string; url: string } | null) =>
    state.telegramMessages.put({
      id: String((lastMessage += 1)),
      chat,
      from,
      text,
      button,
      at: new Date().toISOString(),
    })

  /** What a bot sends: `sendMessage`, by a call or in the reply to an update. */
  function send(bot: string, body: Readonly<Record<string, unknown>>) {
    const { chat_id: person, text, reply_markup: markup } = body
    if (typeof text !== 'string' || text === '') return refuse(400, 'Bad Request: message text is empty')
    if (text.length > longestText) return refuse(400, 'Bad Request: message is too long')
    const chat = state.telegramChats.get(`${bot}/${String(person)}`)
    if (!chat || chat.state === 'gone') return refuse(400, 'Bad Request: chat not found')
    if (chat.state === 'blocked') return refuse(403, 'Forbidden: bot was blocked by the user')
    if (chat.state === 'down') return refuse(500, 'Internal Server Error')
    if (chat.state === 'full')
      return {
        ...refuse(429, `Too Many Requests: retry after ${retryAfter}`),
        parameters: { retry_after: retryAfter },
      }
    const [[button = null] = []] =
      (markup as { inline_keyboard?: { text: string; url: string }[][] } | undefined)?.inline_keyboard ?? []
    if (button && !URL.canParse(button.url)) return refuse(400, 'Bad Request: BUTTON_URL_INVALID')
    const { id, at } = note(chat.id, 'bot', text, button && { text: button.text, url: button.url })
    const message = { message_id: Number(id) % 1e9, date: Math.floor(Date.parse(at) / 1000), text }
    return { ok: true, result: { ...message, chat: { id: Number(person), type: 'private', first_name: 'Alex' } } }
  }

  const unconfirmed = (bot: string) => state.telegramUpdates.all().filter((one) => one.bot === bot && !one.confirmed)

  async function getUpdates(bot: string, { offset, timeout = 0, limit = 100 }: Readonly<Record<string, unknown>>) {
    if (state.telegramWebhooks.get(bot)?.url)
      return refuse(409, 'Conflict: can’t use getUpdates while webhook is active')
    // As Telegram does, the call that waits is ended by the next.
    asking.get(bot)?.()
    let isEnded = false
    asking.set(bot, () => (isEnded = true))
    if (typeof offset === 'number')
      for (const one of unconfirmed(bot))
        if (one.number < offset) state.telegramUpdates.put({ ...one, confirmed: true })
    const until = Date.now() + Math.min(Number(timeout), 50) * 1000
    while (unconfirmed(bot).length === 0 && Date.now() < until && !isEnded)
      await new Promise<void>((done) => {
        const timer = setTimeout(done, 100)
        waiting.set(bot, () => {
          clearTimeout(timer)
          done()
        })
      })
    if (isEnded) return refuse(409, 'Conflict: terminated by other getUpdates request')
    asking.delete(bot)
    return {
      ok: true,
      result: unconfirmed(bot)
        .slice(0, Number(limit))
        .map(({ update }) => update),
    }
  }

  /** Delivers what happened in a chat. */
  async function happen(bot: string, what: Readonly<Record<string, unknown>>): Promise<void> {
    const number = 1 + Math.max(100_000, ...state.telegramUpdates.all().map((one) => one.number))
    const update = { update_id: number, ...what }
    const webhook = state.telegramWebhooks.get(bot)
    state.telegramUpdates.put({ id: `${bot}/${number}`, bot, number, confirmed: Boolean(webhook?.url), update })
    if (!webhook?.url) return waiting.get(bot)?.()
    try {
      const reply = await fetch(webhook.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': webhook.secret },
        body: JSON.stringify(update),
        signal: AbortSignal.timeout(5000),
      })
      const answer = (await reply.json()) as Record<string, unknown>
      if (reply.ok && answer['method'] === 'sendMessage') send(bot, answer)
    } catch {
      // Telegram would try again; here the person presses the button again.
    }
  }

  const private_ = (person: string) => ({
    chat: { id: Number(person), type: 'private', first_name: 'Alex' },
    from: { id: Number(person), is_bot: false, first_name: 'Alex', language_code: 'en' },
  })

  app.post<{ Params: { secret: string; method: string }; Body: Record<string, unknown> | null }>(
    '/telegram/bot:secret/:method',
    async (request, reply) => {
      const bot = botOfToken(request.params.secret)
      const body = request.body ?? {}
      const answer = bot === undefined ? refuse(401, 'Unauthorized') : await call(bot, request.params.method, body)
      return reply.code('error_code' in answer ? Number(answer.error_code) : 200).send(answer)
    },
  )

  async function call(bot: string, method: string, body: Record<string, unknown>): Promise<object> {
    switch (method) {
      case 'getMe':
        return { ok: true, result: { id: 1, is_bot: true, first_name: bot, username: bot } }
      case 'sendMessage':
        return send(bot, body)
      case 'getUpdates':
        return getUpdates(bot, body)
      case 'setWebhook':
        state.telegramWebhooks.put({ id: bot, url: String(body['url']), secret: String(body['secret_token'] ?? '') })
        return { ok: true, result: true, description: 'Webhook was set' }
      case 'deleteWebhook':
        state.telegramWebhooks.put({ id: bot, url: '', secret: '' })
        return { ok: true, result: true, description: 'Webhook was deleted' }
      case 'getWebhookInfo':
        return {
          ok: true,
          result: { url: state.telegramWebhooks.get(bot)?.url ?? '', pending_update_count: unconfirmed(bot).length },
        }
      default:
        return refuse(404, 'Not Found: method not found')
    }
  }

  app.get('/telegram', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .send(botsPage([...new Set(state.telegramChats.all().map(({ bot }) => bot))])),
  )

  app.get<{ Params: { bot: string }; Querystring: { start?: string; person?: string } }>(
    '/telegram/:bot',
    async ({ params: { bot }, query: { start, person = usualPerson } }, reply) => {
      const chat = state.telegramChats.get(`${bot}/${person}`)
      const messages = state.telegramMessages.all().filter((one) => one.chat === `${bot}/${person}`)
      return reply
        .type('text/html; charset=utf-8')
        .send(chatPage({ bot, person, start: start ?? null, state: chat?.state ?? 'on', messages }))
    },
  )

  /** A person says something, or changes what becomes of the bot's messages. By a form of the page, or for scripts. */
  app.post<{ Params: { bot: string }; Body: { text?: string; state?: string; person?: string } | null }>(
    '/telegram/:bot',
    async ({ params: { bot }, body }, reply) => {
      const { text, state: wanted, person = usualPerson } = body ?? {}
      const chat = chatOf(bot, person)
      const next = states.find((one) => one === wanted)
      if (next) {
        state.telegramChats.put({ ...chat, state: next })
        const status = next === 'blocked' ? 'kicked' : chat.state === 'blocked' ? 'member' : undefined
        if (status !== undefined)
          await happen(bot, { my_chat_member: { ...private_(person), new_chat_member: { status } } })
      }
      if (text) {
        note(chat.id, 'person', text, null)
        await happen(bot, { message: { message_id: (lastMessage += 1) % 1e9, date: 0, ...private_(person), text } })
      }
      return reply.redirect(`/telegram/${bot}?person=${person}`, 303)
    },
  )

  app.get<{ Params: { bot: string; person: string } }>('/telegram/:bot/:person/messages', async ({ params }) =>
    state.telegramMessages.all().filter((one) => one.chat === `${params.bot}/${params.person}`),
  )
}
