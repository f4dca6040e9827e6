import type { Answered, LanguageModel } from '#modules/concierge/index.ts'
import { type CallNote, callOut, noteAnswer, requestHeader } from '../reply.ts'
import type { ChatCompletionsOptions } from './settings.ts'

export { type ChatCompletionsOptions, readChatCompletionsSettings, readConciergeLimits } from './settings.ts'

/** How long an answer may take. */
interface Timeouts {
  readonly firstTextMs: number
  readonly wholeMs: number
}
/** Within what a request to this server may take. */
const defaultTimeouts: Timeouts = { firstTextMs: 15_000, wholeMs: 45_000 }
/** Characters of an answer that are read; the rest is left where it is. */
const longestAnswer = 4000
/** Of one line of the stream. */
const longestLine = 65_536

const unavailable = (detail: string): Answered => ({ ok: false, reason: 'unavailable', detail })

type Turns = Parameters<LanguageModel['answer']>[0]

/** A language model behind an API like OpenAI's chat completions, read as it writes. */
export function createChatCompletions(options: ChatCompletionsOptions, timeouts = defaultTimeouts): LanguageModel {
  const endpoint = new URL(`${options.url}/chat/completions`)

  async function answer(turns: Turns, onText: (text: string) => void, note: CallNote): Promise<Answered> {
    const cut = new AbortController()
    let isLate = false
    const late = () => {
      isLate = true
      cut.abort()
    }
    const first = setTimeout(late, timeouts.firstTextMs)
    const whole = setTimeout(late, timeouts.wholeMs)
    let text = ''
    try {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: { authorization: `Bearer ${options.key}`, 'content-type': 'application/json', ...requestHeader() },
        body: JSON.stringify({ model: options.model, messages: turns, stream: true }),
        redirect: 'error',
        signal: cut.signal,
      })
      noteAnswer(note, response)
      if (!response.ok || !response.body) return unavailable(`status ${response.status}`)
      for await (const event of eventsOf(response.body)) {
        if (event.kind === 'end') return text === '' ? unavailable('an answer without words') : { ok: true, text }
        if (event.kind === 'refusal') return { ok: false, reason: 'refused', detail: 'the model refused' }
        if (event.kind === 'error') return unavailable('an error within the stream')
        if (event.text === '') continue
        clearTimeout(first)
        text += event.text
        onText(text)
        if (text.length >= longestAnswer) return { ok: true, text }
      }
      // It broke off: half an answer can say the opposite of the whole.
      return unavailable('the stream broke off')
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error)
      return isLate ? { ok: false, reason: 'timeout', detail } : unavailable(detail)
    } finally {
      clearTimeout(first)
      clearTimeout(whole)
      cut.abort()
    }
  }

  return { answer: (turns, onText) => callOut('POST', endpoint, (note) => answer(turns, onText, note)) }
}

type StreamEvent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'end' }
  | { readonly kind: 'refusal' }
  | { readonly kind: 'error' }

/** The server-sent events of a stream, one `data:` line each. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const part of body) {
    rest += decoder.decode(part, { stream: true })
    if (rest.length > longestLine) yield { kind: 'error' }
    const lines = rest.split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data:')) yield* readEvent(line.slice(5).trim())
  }
}

function* readEvent(data: string): Generator<StreamEvent> {
  if (data === '[DONE]') return yield { kind: 'end' }
  const event = JSON.parse(data) as {
    readonly error?: unknown
    readonly choices?: readonly {
      readonly delta?: { readonly content?: string | null; readonly refusal?: string | null }
      readonly finish_reason?: string | null
    }[]
  }
  if (event.error !== undefined) return yield { kind: 'error' }
  const choice = event.choices?.[0]
  if (choice?.delta?.refusal || choice?.finish_reason === 'content_filter') return yield { kind: 'refusal' }
  yield { kind: 'text', text: typeof choice?.delta?.content === 'string' ? choice.delta.content : '' }
  if (choice?.finish_reason) yield { kind: 'end' }
}
