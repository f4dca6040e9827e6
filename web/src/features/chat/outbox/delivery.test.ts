import { describe, expect, it } from 'vitest'
import { deliverQueued, noneWaiting, type Sent, withState } from './delivery.ts'
import type { Outgoing } from '#app/outbox/outgoing.ts'

const message = (id: string, change: Partial<Outgoing> = {}): Outgoing => ({
  clientMessageId: id,
  owner: 'local/one',
  memberId: 'her',
  memberName: 'Anna',
  text: `text ${id}`,
  icebreaker: false,
  time: '2026-01-02T03:04:05.000Z',
  code: null,
  state: 'queued',
  ...change,
})

/** A page with these messages, whose server answers when the test says so. */
function page(...messages: Outgoing[]) {
  let items: readonly Outgoing[] = messages
  const waiting: ((answer: Sent<{ seq: number }>) => void)[] = []
  const storing: (() => void)[] = []
  const log: string[] = []
  const state = { isSlowStore: false }
  const parts = {
    read: () => items,
    write: (change: (now: readonly Outgoing[]) => readonly Outgoing[]) => void (items = change(items)),
    async settled(id: string) {
      if (state.isSlowStore) await new Promise<void>((resolve) => storing.push(resolve))
      log.push(`stored ${id}`)
    },
    send(one: Outgoing) {
      log.push(`sent ${one.clientMessageId}`)
      return new Promise<Sent<{ seq: number }>>((resolve) => waiting.push(resolve))
    },
    delivered: ({ clientMessageId: id }: Outgoing, { seq }: { seq: number }) => void log.push(`delivered ${id} ${seq}`),
    drop(id: string) {
      items = items.filter((one) => one.clientMessageId !== id)
      log.push(`dropped ${id}`)
    },
    fail(id: string, code: string) {
      items = items.map((one) => (one.clientMessageId === id ? { ...one, state: 'failed', code } : one))
      log.push(`failed ${id} ${code}`)
    },
    isOut: (_one: Outgoing, code: string) => code === 'fine_crediti',
  }
  const answer = async (reply: Sent<{ seq: number }>) => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    waiting.shift()?.(reply)
    // The next one is sent, or nothing is left to do.
    await new Promise((resolve) => setTimeout(resolve))
  }
  return {
    parts,
    log,
    state,
    answer,
    inFlight: () => waiting.length,
    stored: () => storing.splice(0).forEach((go) => go()),
    states: () => items.map(({ clientMessageId: id, state: is, code }) => [id, is, code]),
  }
}

it('what becomes of one message changes no other, and a message that is sent again has no reason any more', () => {
  const items = [message('a', { state: 'failed', code: 'blocked' }), message('b')]
  const again = withState(items, 'a', 'queued')
  expect(again).toEqual([message('a'), items[1]])
  expect(withState(again, 'b', 'failed', 'busy')).toEqual([again[0], message('b', { state: 'failed', code: 'busy' })])
  expect(withState(items, 'c', 'queued')).toEqual(items)
})

describe('queued messages', () => {
  it('are sent one at a time in the order of writing, each after the browser has stored it', async () => {
    const { parts, log, answer, states, inFlight } = page(message('a'), message('b'), message('c'))
    const delivering = deliverQueued(parts)
    await expect.poll(inFlight).toBe(1)
    expect([log, states()]).toEqual([
      ['stored a', 'sent a'],
      [
        ['a', 'sending', null],
        ['b', 'queued', null],
        ['c', 'queued', null],
      ],
    ])
    for (const seq of [7, 8, 9]) await answer({ ok: true, reply: { seq } })
    await delivering
    expect(log).toEqual(
      ['a 7', 'b 8', 'c 9'].flatMap((one) => {
        const id = one[0]
        return [`stored ${id}`, `sent ${id}`, `delivered ${one}`, `dropped ${id}`]
      }),
    )
    expect(states()).toEqual([])
  })

  it('are not sent while the browser is still storing them', async () => {
    const { parts, log, state, stored, answer } = page(message('a'))
    state.isSlowStore = true
    const delivering = deliverQueued(parts)
    await new Promise((resolve) => setTimeout(resolve))
    expect(log).toEqual([])
    stored()
    await answer({ ok: true, reply: { seq: 1 } })
    await delivering
    expect(log).toEqual(['stored a', 'sent a', 'delivered a 1', 'dropped a'])
  })

  it('are sent by one call, also one that is written while another is on its way', async () => {
    const { parts, log, answer, inFlight } = page(message('a'))
    const first = deliverQueued(parts)
    await expect.poll(inFlight).toBe(1)
    parts.write((now) => [...now, message('b')])
    await deliverQueued(parts)
    expect(log).toEqual(['stored a', 'sent a'])
    await answer({ ok: true, reply: { seq: 1 } })
    await answer({ ok: true, reply: { seq: 2 } })
    await first
    expect(log.filter((line) => line.startsWith('sent'))).toEqual(['sent a', 'sent b'])
  })

  it.each(['offline', 'busy'])(
    'wait together when the first is refused with %s, and go on in their order',
    async (code) => {
      const failed = message('x', { state: 'failed', code: 'blocked' })
      const { parts, log, answer, states } = page(failed, message('a'), message('b'))
      const delivering = deliverQueued(parts)
      await answer({ ok: false, code })
      await delivering
      expect(states()).toEqual([
        ['x', 'failed', 'blocked'],
        ['a', 'waiting', code],
        ['b', 'waiting', code],
      ])
      // Nothing was thrown away, and nothing is sent until the connection is back.
      await deliverQueued(parts)
      expect(log).toEqual(['stored a', 'sent a'])
      parts.write(noneWaiting)
      expect(states()).toEqual([
        ['x', 'failed', 'blocked'],
        ['a', 'queued', null],
        ['b', 'queued', null],
      ])
      const again = deliverQueued(parts)
      await answer({ ok: true, reply: { seq: 1 } })
      await answer({ ok: true, reply: { seq: 2 } })
      await again
      expect(states()).toEqual([['x', 'failed', 'blocked']])
    },
  )

  it('that are refused for another reason fail alone, and the next is sent', async () => {
    const { parts, log, answer, states } = page(message('a'), message('b'))
    const delivering = deliverQueued(parts)
    await answer({ ok: false, code: 'blocked' })
    await answer({ ok: true, reply: { seq: 1 } })
    await delivering
    expect(log).toEqual(['stored a', 'sent a', 'failed a blocked', 'stored b', 'sent b', 'delivered b 1', 'dropped b'])
    expect(states()).toEqual([['a', 'failed', 'blocked']])
  })

  it('for which credits are missing are handed over where they are taken, with what follows in the same conversation, and otherwise stay with the reason', async () => {
    const taken: string[] = []
    const open = page(message('a'), message('b', { memberId: 'another' }), message('c'))
    const delivering = deliverQueued(open.parts, ({ clientMessageId: id, text }) => taken.push(`${id}: ${text}`))
    await open.answer({ ok: false, code: 'fine_crediti' })
    await open.answer({ ok: false, code: 'fine_crediti' })
    await delivering
    expect([taken, open.states()]).toEqual([['a: text a\ntext c', 'b: text b'], []])
    expect(open.log.filter((line) => line.startsWith('dropped'))).toEqual(['dropped a', 'dropped c', 'dropped b'])

    const closed = page(message('a'))
    const alone = deliverQueued(closed.parts)
    await closed.answer({ ok: false, code: 'fine_crediti' })
    await alone
    expect(closed.states()).toEqual([['a', 'failed', 'fine_crediti']])
    // Another refusal is never handed over.
    const refused = page(message('a'))
    const other = deliverQueued(refused.parts, () => taken.push('refused'))
    await refused.answer({ ok: false, code: 'blocked' })
    await other
    expect([taken.length, refused.states()]).toEqual([2, [['a', 'failed', 'blocked']]])
  })
})
