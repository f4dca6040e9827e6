import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { SandboxConfig } from '../config.ts'
import { answerTo } from './script.ts'

interface Asked {
  readonly model?: unknown
  readonly stream?: unknown
  readonly messages?: readonly { readonly role: string; readonly content: string }[]
}

/** The number of requests that are kept. */
const kept = 50

/**
 * A scripted language model that speaks the wire format of OpenAI's chat completions and streams word by word. The last
 * message can request a fault: `[error]` answers 500, `[late]` never answers, `[break]` sends half an answer,
 * `[refuse]` a refusal, `[empty]` an answer without words.
 */
export function openOpenAi(
  app: FastifyInstance,
  { openAi, wordDelayMs }: Pick<SandboxConfig, 'openAi' | 'wordDelayMs'>,
): { readonly asked: readonly Asked[] } {
  const asked: Asked[] = []
  app.post<{ Body: Asked }>('/openai/v1/chat/completions', async ({ headers, body }, reply) => {
    if (headers.authorization !== `Bearer ${openAi.key}`)
      return reply.code(401).send({ error: { message: 'Incorrect API key provided', type: 'invalid_request_error' } })
    const question = body.messages?.at(-1)?.content
    if (body.model !== openAi.model || body.stream !== true || question === undefined)
      return reply.code(400).send({ error: { message: 'Not a streamed request', type: 'invalid_request_error' } })
    asked.push(body)
    if (asked.length > kept) asked.shift()
    if (question.includes('[error]'))
      return reply.code(500).send({ error: { message: 'The server had an error', type: 'server_error' } })
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, { 'content-type': 'text/event-stream' })
    // A client may close the connection before the answer is complete.
    raw.on('error', () => undefined)
    if (question.includes('[late]')) return
    const send = (delta: object, finish: string | null = null) =>
      raw.write(
        `data: ${JSON.stringify({ object: 'chat.completion.chunk', model: openAi.model, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
      )
    send({ role: 'assistant', content: '' })
    if (question.includes('[refuse]')) send({ refusal: 'I can’t help with that.' })
    const words = question.includes('[empty]') ? [] : answerTo(question).split(/(?<= )/)
    for (const word of question.includes('[break]') ? words.slice(0, words.length / 2) : words) {
      if (raw.destroyed) return
      send({ content: word })
      if (wordDelayMs > 0) await sleep(wordDelayMs)
    }
    if (question.includes('[break]')) {
      raw.destroy()
      return
    }
    send({}, 'stop')
    raw.end('data: [DONE]\n\n')
  })
  return { asked }
}
