import { expect, it } from 'vitest'
import type { Outgoing } from '#app/outbox/outgoing.ts'
import type { StoredMessage } from '#app/outbox/outbox-store.ts'
import { createStore } from '#app/store/store.ts'
import type { Sent } from './delivery.ts'
import { createOutbox } from './outbox.ts'

const message = (id: string, change: Partial<StoredMessage> = {}): StoredMessage => ({
  clientMessageId: id,
  owner: 'local/one',
  memberId: 'her',
  memberName: 'Anna',
  text: `text ${id}`,
  icebreaker: false,
  time: '2026-01-02T03:04:05.000Z',
  code: null,
  ...change,
})

/** A page whose server answers a message with what the test says; by default it takes it. */
function page() {
  const rows = new Map<string, StoredMessage>()
  const answers = new Map<string, Sent<null>>()
  const sent: string[] = []
  const state = { isRefusing: false }
  const items = createStore<readonly Outgoing[]>([])
  const outbox = createOutbox(items, async () => ({
    async storeMessage(one) {
      if (state.isRefusing) throw new DOMException('No room', 'QuotaExceededError')
      rows.set(one.clientMessageId, one)
    },
    async markStored(id, code) {
      const row = rows.get(id)
      if (row) rows.set(id, { ...row, code })
    },
    async removeStored(id) {
      rows.delete(id)
    },
  }))
  const deliver = (onOut?: (out: Outgoing) => void) =>
    outbox.deliver<null>(
      {
        async send({ clientMessageId: id }) {
          sent.push(id)
          return answers.get(id) ?? { ok: true, reply: null }
        },
        delivered: () => undefined,
        isOut: (_one, code) => code === 'fine_crediti',
      },
      onOut,
    )
  return {
    outbox,
    state,
    answers,
    sent,
    deliver,
    states: () => items.read().map(({ clientMessageId: id, state: is, code, isKept }) => [id, is, code, isKept]),
    stored: () => [...rows.values()].map(({ clientMessageId: id, code }) => [id, code]),
    settled: () => new Promise<void>((resolve) => setTimeout(resolve)),
  }
}

it('a message is queued and stored at once, and is nowhere any more when the server has it', async () => {
  const { outbox, deliver, states, stored, settled, sent } = page()
  outbox.add(message('a'))
  expect(states()).toEqual([['a', 'queued', null, undefined]])
  await settled()
  expect([states(), stored(), outbox.stored()]).toEqual([[['a', 'queued', null, true]], [['a', null]], [message('a')]])
  await deliver()
  await settled()
  expect([sent, states(), stored(), outbox.stored()]).toEqual([['a'], [], [], []])
})

it('a refused message stays with its reason, here and in the browser, until it is sent again or thrown away', async () => {
  const { outbox, answers, deliver, states, stored, settled, sent } = page()
  answers.set('a', { ok: false, code: 'blocked' })
  outbox.add(message('a'))
  outbox.add(message('b'))
  await deliver()
  await settled()
  expect([states(), stored()]).toEqual([[['a', 'failed', 'blocked', true]], [['a', 'blocked']]])
  answers.clear()
  outbox.retry('a')
  await settled()
  expect([states(), stored()]).toEqual([[['a', 'queued', null, true]], [['a', null]]])
  outbox.drop('a')
  await settled()
  await deliver()
  expect([sent, states(), stored()]).toEqual([['a', 'b'], [], []])
})

it('messages wait together for the network, and are queued together when it is back', async () => {
  const { outbox, answers, deliver, states, settled, sent } = page()
  answers.set('a', { ok: false, code: 'offline' })
  outbox.add(message('a'))
  outbox.add(message('b'))
  await deliver()
  expect(states().map(([id, state]) => [id, state])).toEqual([
    ['a', 'waiting'],
    ['b', 'waiting'],
  ])
  answers.clear()
  await deliver()
  expect(sent).toEqual(['a'])
  outbox.resume()
  await deliver()
  await settled()
  expect([sent, states()]).toEqual([['a', 'a', 'b'], []])
})

it('a message without credits leaves the outbox for the one who takes it over', async () => {
  const { outbox, answers, deliver, states, stored, settled } = page()
  answers.set('a', { ok: false, code: 'fine_crediti' })
  outbox.add(message('a'))
  const out: string[] = []
  await deliver(({ text }) => out.push(text))
  await settled()
  expect([out, states(), stored()]).toEqual([['text a'], [], []])
})

it('what the browser refuses to store says so, and is not counted as stored', async () => {
  const { outbox, state, states, stored, settled } = page()
  state.isRefusing = true
  outbox.add(message('a'))
  await settled()
  expect([states(), stored(), outbox.stored()]).toEqual([[['a', 'queued', null, false]], [], []])
  // Another tab changes what is stored: this message is only here.
  outbox.merge([message('b')], 'waiting')
  expect(states().map(([id, is]) => [id, is])).toEqual([
    ['b', 'waiting'],
    ['a', 'queued'],
  ])
})

it('a message that another tab has sent is no longer here', async () => {
  const { outbox, states, settled } = page()
  outbox.add(message('a'))
  await settled()
  outbox.merge([], 'queued')
  expect(states()).toEqual([])
})
