import type { Api, GrammyError } from 'grammy'
import type { BotOutcome, TelegramBot } from '#modules/outreach/port.ts'
import type { Outbound, OutboundReply } from '#platform/outbound.ts'
import type { TelegramOptions } from './settings.ts'

export { readTelegramSettings, type TelegramOptions } from './settings.ts'

/** Seconds for which a request for updates waits; a process that stops waits for it. */
const waitSeconds = 3
const updatesPerRequest = 50

/** An answer of the Bot API that is no result. */
interface Refusal {
  readonly status: number
  readonly description: string
  readonly retryAfterMs: number
}
type Answer<T> =
  | { readonly kind: 'result'; readonly result: T }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'silent'; readonly why: Silence }
/** `unsent`: the call did not reach Telegram. */
type Silence = 'unsent' | 'no answer'

class SilenceError extends Error {
  readonly why: Silence
  constructor(why: Silence) {
    super(`Telegram: ${why}`)
    this.why = why
  }
}

/** A bot through the Bot API. The library is loaded with its first call. */
export function createTelegramBot(
  { token, apiUrl, appUrl }: TelegramOptions,
  outbound: Pick<Outbound, 'call'>,
): TelegramBot {
  let loaded: Promise<Api> | undefined
  let name: Promise<string> | undefined
  const api = (): Promise<Api> =>
    (loaded ??= import('grammy').then(
      (library) => new library.Api(token, { apiRoot: apiUrl, fetch: fetchOver(outbound) as never }),
    ))

  async function ask<T>(call: (api: Api) => Promise<T>): Promise<Answer<T>> {
    const client = await api()
    try {
      return { kind: 'result', result: await call(client) }
    } catch (error) {
      // What the library throws has the message in it, so it goes no further.
      return answerOf(error)
    }
  }

  async function must<T>(method: string, call: (api: Api) => Promise<T>): Promise<T> {
    const answer = await ask(call)
    if (answer.kind === 'result') return answer.result
    throw new Error(
      `Telegram, ${method}: ${answer.kind === 'silent' ? answer.why : `${answer.refusal.status} ${answer.refusal.description}`}`,
    )
  }

  return {
    async link(start) {
      name ??= must('getMe', (client) => client.getMe()).then(({ username }) => username)
      // The caller gets the error; the next call asks again.
      name.catch(() => (name = undefined))
      return `${appUrl}/${await name}?start=${start}`
    },
    async send(chatId, { text, button }) {
      const answer = await ask((client) =>
        client.sendMessage(chatId, text, {
          link_preview_options: { is_disabled: true },
          ...(button && { reply_markup: { inline_keyboard: [[button]] } }),
        }),
      )
      return outcomeOf(answer)
    },
    async updates(after) {
      const answer = await ask((client) =>
        client.getUpdates({
          ...(after !== undefined && { offset: after + 1 }),
          limit: updatesPerRequest,
          timeout: waitSeconds,
          allowed_updates: ['message', 'my_chat_member'],
        }),
      )
      if (answer.kind === 'result') return answer.result
      if (answer.kind === 'refused' && answer.refusal.status === 409) return 'busy'
      throw new Error(`Telegram, getUpdates: ${answer.kind === 'silent' ? answer.why : answer.refusal.description}`)
    },
    async postTo(url, secret) {
      const { last_error_message: fault, last_error_date: at = 0 } = await must('getWebhookInfo', (client) =>
        client.getWebhookInfo(),
      )
      await must('setWebhook', (client) =>
        client.setWebhook(url, {
          secret_token: secret,
          allowed_updates: ['message', 'my_chat_member'],
          max_connections: 10,
        }),
      )
      return fault !== undefined && Date.now() / 1000 - at < 900 ? fault : undefined
    },
  }
}

function answerOf(error: unknown): Answer<never> {
  if (error instanceof Error && 'error_code' in error) {
    const { error_code: status, description, parameters } = error as GrammyError
    const retryAfterMs = Math.min(Math.max(parameters.retry_after ?? 0, 0), 86_400) * 1000
    return { kind: 'refused', refusal: { status, description: description.slice(0, 200), retryAfterMs } }
  }
  const cause = error instanceof Error && 'error' in error ? error.error : error
  return { kind: 'silent', why: cause instanceof SilenceError ? cause.why : 'no answer' }
}

function outcomeOf(answer: Answer<unknown>): BotOutcome {
  if (answer.kind === 'result') return { kind: 'sent' }
  if (answer.kind === 'silent') return answer.why === 'unsent' ? { kind: 'later', afterMs: 0 } : { kind: 'unknown' }
  const { status, description, retryAfterMs } = answer.refusal
  if (status === 403) return { kind: 'blocked' }
  if (status === 400 && /chat not found|user not found|PEER_ID_INVALID/i.test(description)) return { kind: 'gone' }
  // 401 and 404: the token is wrong, which the operator puts right.
  if (status === 429 || status >= 500 || status === 401 || status === 404)
    return { kind: 'later', afterMs: retryAfterMs }
  return { kind: 'refused', why: description }
}

/** The library's way to call, through the one that calls public addresses only and follows no redirects. */
const fetchOver =
  ({ call }: Pick<Outbound, 'call'>) =>
  async (url: string | URL, init: { readonly body?: unknown } = {}) => {
    const reply = await call({
      method: 'POST',
      url: String(url),
      headers: { 'content-type': 'application/json' },
      body: typeof init.body === 'string' ? init.body : '{}',
    })
    if (reply.kind !== 'answer') throw new SilenceError(silenceOf(reply))
    return { json: async () => bodyOf(reply) }
  }

const silenceOf = (reply: Exclude<OutboundReply, { readonly kind: 'answer' }>): Silence =>
  reply.kind === 'refused' || reply.why === 'unknown host' || reply.why === 'unreachable' ? 'unsent' : 'no answer'

/** An answer that is not Telegram's, as of a proxy on the way, counts by its status. */
function bodyOf({ status, body }: Extract<OutboundReply, { readonly kind: 'answer' }>): unknown {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'))
    if (typeof parsed === 'object' && parsed !== null && 'ok' in parsed) return parsed
  } catch {
    // Not JSON.
  }
  if (status >= 200 && status < 300) throw new SilenceError('no answer')
  return { ok: false, error_code: status, description: 'not an answer of the Bot API' }
}
