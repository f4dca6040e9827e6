import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { withRequestId } from '#platform/process/request-id.ts'
import { createChatCompletions } from './index.ts'

/* What is sent to a language model, and what is made of each answer that it may give. */

let url = ''
let reply: (response: ServerResponse, request: IncomingMessage) => void
let received: unknown
const server = createServer((request, response) => {
  void textOf(request).then((body) => {
    const { authorization, 'content-type': type, 'x-client-request-id': id } = request.headers
    received = { method: request.method, path: request.url, authorization, type, id, body: JSON.parse(body) as unknown }
    reply(response, request)
  })
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  received = undefined
})

const turns = [{ role: 'user', content: 'Ciao?' }] as const
const ask = async (timeouts = { firstTextMs: 5000, wholeMs: 5000 }) => {
  const shown: string[] = []
  const answer = await createChatCompletions({ url, key: 'key', model: 'model' }, timeouts).answer(turns, (text) =>
    shown.push(text),
  )
  return { answer, shown }
}
const event = (choice: object) => `data: ${JSON.stringify({ choices: [choice] })}\n\n`
const words = (content: string | null) => event({ delta: { content } })
/** Answers with parts of a stream, each in a packet of its own. */
const stream = (...parts: readonly (string | Uint8Array)[]) => {
  reply = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    void (async () => {
      for (const part of parts) {
        response.write(part)
        await new Promise((resolve) => setImmediate(resolve))
      }
      response.end()
    })()
  }
}
const good = (text: string) => ({ ok: true, text })
const bad = (reason: string, detail: string) => ({ ok: false, reason, detail })

it('sends the conversation and shows the answer as it grows', async () => {
  stream(words('Cia'), words(null), words(''), words('o!'), 'data: [DONE]\n\n')
  expect(await withRequestId('req-1', ask)).toEqual({ answer: good('Ciao!'), shown: ['Cia', 'Ciao!'] })
  expect(received).toEqual({
    method: 'POST',
    path: '/v1/chat/completions',
    authorization: 'Bearer key',
    type: 'application/json',
    id: 'req-1',
    body: { model: 'model', messages: turns, stream: true },
  })
})

const è = new TextEncoder().encode(words('è'))
const middle = è.indexOf(0xc3) + 1
it.each([
  ['lines that end like those of Windows', [words('Sì').replaceAll('\n', '\r\n'), 'data: [DONE]\r\n'], good('Sì')],
  ['a line in two packets', [words('Sì').slice(0, 20), words('Sì').slice(20), 'data:[DONE]\n'], good('Sì')],
  ['a letter in two packets', [è.slice(0, middle), è.slice(middle), 'data: [DONE]\n'], good('è')],
  ['comments and other fields', [': wait\n', 'event: x\n', words('Sì'), 'data: [DONE]\n'], good('Sì')],
  ['an end without [DONE]', [words('Sì'), event({ delta: {}, finish_reason: 'stop' })], good('Sì')],
  ['an end with the last words', [event({ delta: { content: 'Sì' }, finish_reason: 'length' })], good('Sì')],
  ['what follows the end', [words('Sì'), 'data: [DONE]\n', words('No')], good('Sì')],
  ['an answer of the greatest length', [words('x'.repeat(4000)), words('y')], good('x'.repeat(4000))],
  ['one that is a letter shorter', [words('x'.repeat(3999)), 'data: [DONE]\n'], good('x'.repeat(3999))],
  ['no words', ['data: [DONE]\n'], bad('unavailable', 'an answer without words')],
  ['no choices', ['data: {}\n', 'data: [DONE]\n'], bad('unavailable', 'an answer without words')],
  ['half an answer', [words('Sì')], bad('unavailable', 'the stream broke off')],
  ['an error', [words('Sì'), 'data: {"error":{"message":"busy"}}\n'], bad('unavailable', 'an error within the stream')],
  ['a refusal', [words('Sì'), event({ delta: { refusal: 'No' } })], bad('refused', 'the model refused')],
  ['a filter', [words('Sì'), event({ finish_reason: 'content_filter' })], bad('refused', 'the model refused')],
  ['an endless line', [`data: ${'x'.repeat(65_537)}`], bad('unavailable', 'an error within the stream')],
])('%s', async (_what, parts, answer) => {
  stream(...parts)
  expect((await ask()).answer).toEqual(answer)
})

it('what is no JSON, another status and no server at all are reasons to try again', async () => {
  stream('data: {\n')
  expect((await ask()).answer).toMatchObject({ ok: false, reason: 'unavailable' })
  for (const status of [401, 429, 500]) {
    reply = (response) => void response.writeHead(status).end()
    expect((await ask()).answer).toEqual(bad('unavailable', `status ${status}`))
  }
  reply = (response) => void response.writeHead(302, { location: `${url}/elsewhere` }).end()
  expect((await ask()).answer).toMatchObject({ ok: false, reason: 'unavailable' })
  reply = (_response, request) => void request.socket.destroy()
  expect((await ask()).answer).toMatchObject({ ok: false, reason: 'unavailable' })
})

it('is late when no words come in time, or not all of them', async () => {
  const begin = (...parts: readonly string[]) => {
    reply = (response) => {
      response.writeHead(200)
      for (const part of parts) response.write(part)
    }
  }
  begin(': wait\n', words(''))
  expect((await ask({ firstTextMs: 50, wholeMs: 5000 })).answer).toMatchObject({ ok: false, reason: 'timeout' })
  begin(words('Sì'))
  expect((await ask({ firstTextMs: 5000, wholeMs: 100 })).answer).toMatchObject({ ok: false, reason: 'timeout' })
  // Once it has begun, only the whole counts.
  reply = (response) => {
    response.writeHead(200)
    response.write(words('Sì'))
    setTimeout(() => response.end('data: [DONE]\n'), 150)
  }
  expect((await ask({ firstTextMs: 100, wholeMs: 5000 })).answer).toEqual(good('Sì'))
})
