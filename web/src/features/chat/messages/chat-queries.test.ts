import type { Message } from '@incontro/contract/domain'
import { toWire } from '@incontro/contract/domain'
import { describe, expect, it } from 'vitest'
import { recordRequests, rows } from '#app/api/testing/recorded-requests.ts'
import {
  conversationsQuery,
  loadEarlier,
  messagesQuery,
  putMessages,
  reloadNewest,
  removeMessage,
} from './chat-queries.ts'
import { loadBackTo } from './load-back-to.ts'
import { markRead, type LoadedMessages } from './loaded-messages.ts'

const message = (seq: number, change: Partial<Message> = {}) =>
  ({ id: `m${seq}`, seq, msg: `text ${seq}`, isRead: false, ...change }) as Message
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => message(from + at))

const requests = recordRequests()
/** The addresses that were requested since the last call. */
const asked = () => requests.sent.splice(0).map((request) => (request as [string])[0].replace('GET ', ''))

const free = { clickid: 'visit-1', premiumLevel: 0 }
const query = (session = free) => messagesQuery(requests.client, session, 'her')
const load = (...answers: (readonly Message[])[]) => {
  requests.replies = answers.map((one) => toWire(one))
  return requests.client.fetchQuery(query())
}
const seqs = (loaded: LoadedMessages | undefined) => loaded?.messages.map(({ seq }) => seq)
const cached = () => requests.client.getQueryData<LoadedMessages>(query().queryKey)
const all = '/api/get/messages/visit-1/her'

describe('the messages of a conversation', () => {
  it('are masked for a member without a level, so each of the two has a key', () => {
    expect(
      [free, { ...free, premiumLevel: 1 }, { ...free, premiumLevel: 2 }].map((one) => query(one).queryKey),
    ).toEqual([
      ['messages', 'her', false],
      ['messages', 'her', true],
      ['messages', 'her', true],
    ])
  })

  it.each([
    [49, false],
    [50, true],
  ])('begin with the newest; of %i at once, there are earlier ones: %s', async (count, earlier) => {
    const loaded = await load(range(101, 100 + count))
    expect(loaded).toEqual({ messages: range(101, 100 + count), earlier })
    expect(asked()).toEqual([all])
  })

  it('are without those that the server no longer shows, but for what came meanwhile', async () => {
    await load(range(1, 4))
    requests.replies = [[message(1), message(3)]].map((one) => toWire(one))
    const loading = requests.client.fetchQuery({ ...query(), staleTime: 0 })
    putMessages(requests.client, 'her', [message(5)])
    expect(seqs(await loading)).toEqual([1, 3, 5])
  })

  it('keep those before the newest, which were not fetched again', async () => {
    await load(range(1, 50))
    expect(seqs(await load(range(11, 61).filter(({ seq }) => seq !== 12)))).toEqual(
      range(1, 61).flatMap(({ seq }) => (seq === 12 ? [] : [seq])),
    )
  })

  it('keep those that arrived while the first were on their way', async () => {
    requests.replies = [range(1, 2)].map((one) => toWire(one))
    const loading = requests.client.fetchQuery(query())
    requests.client.setQueryData<LoadedMessages>(query().queryKey, { messages: [message(3)], earlier: false })
    expect(seqs(await loading)).toEqual([1, 2, 3])
  })

  it('keep those that arrived or changed while they were fetched again', async () => {
    await load(range(1, 50))
    const key = query().queryKey
    const during = async (arrived: readonly Message[], ...answers: (readonly Message[])[]) => {
      requests.replies = answers.map((one) => toWire(one))
      const loading = requests.client.fetchQuery(query())
      putMessages(requests.client, 'her', arrived)
      return loading
    }
    // The newest, fetched before it came; the same with a gap that is filled meanwhile.
    expect(seqs(await during([message(52)], range(2, 51)))).toEqual(range(1, 52).map(({ seq }) => seq))
    expect(seqs(await during([message(153)], range(103, 152), range(53, 102), []))).toEqual(
      range(1, 153).map(({ seq }) => seq),
    )
    expect(requests.client.getQueryData<LoadedMessages>(key)?.messages).toHaveLength(153)
    // Another page loaded earlier ones.
    const loading = during([message(154)], range(105, 154))
    requests.client.setQueryData<LoadedMessages>(key, (now) => now && { ...now, earlier: true })
    expect((await loading).earlier).toBe(true)
  })

  it('stay as they were changed, withdrawn or deleted while older ones were on their way', async () => {
    await load(range(1, 5))
    requests.replies = [range(1, 6)].map((one) => toWire(one))
    const loading = requests.client.fetchQuery(query())
    putMessages(requests.client, 'her', [message(2, { msg: 'edited', edited: true })])
    putMessages(requests.client, 'her', [message(3, { msg: '', withdrawn: true })])
    removeMessage(requests.client, 'her', 4)
    putMessages(requests.client, 'her', [message(6, { msg: 'newer' })])
    expect((await loading).messages.map(({ seq, msg }) => [seq, msg])).toEqual([
      [1, 'text 1'],
      [2, 'edited'],
      [3, ''],
      [5, 'text 5'],
      [6, 'newer'],
    ])
    // The next request is made after that, and what it says counts.
    const again = await load(range(1, 6).map((one) => ({ ...one, msg: `later ${one.seq}` })))
    expect(again.messages.map(({ msg }) => msg)).toEqual([1, 2, 3, 4, 5, 6].map((seq) => `later ${seq}`))
  })

  it('that were read while they were fetched again are read, with the text that was fetched', async () => {
    await load([message(1, { type: 'personal' }), message(2, { type: 'personal' })])
    requests.replies = [[1, 2].map((seq) => message(seq, { type: 'personal', msg: 'edited' }))].map((one) =>
      toWire(one),
    )
    const loading = requests.client.fetchQuery(query())
    requests.client.setQueryData<LoadedMessages>(
      query().queryKey,
      (now) => now && { ...now, messages: markRead(now.messages, 1) },
    )
    expect((await loading).messages.map(({ msg, isRead }) => [msg, isRead])).toEqual([
      ['edited', true],
      ['edited', false],
    ])
  })

  it('are fetched again with what came since, and in parts of fifty where more is missing', async () => {
    await load(range(1, 50))
    // The newest follow the known ones: nothing is missing.
    expect(seqs(await load(range(11, 60)))).toEqual(range(1, 60).map(({ seq }) => seq))
    expect(asked()).toEqual([all, all])
    asked()
    const edited = range(200, 249).map((one) => ({ ...one, msg: 'edited' }))
    const again = await load(edited, range(61, 110), range(111, 160), range(161, 209))
    expect(asked()).toEqual([all, `${all}?after=60`, `${all}?after=110`, `${all}?after=160`])
    expect(seqs(again)).toEqual(range(1, 249).map(({ seq }) => seq))
    expect(again.messages.filter(({ msg }) => msg === 'edited')).toHaveLength(50)
    expect(again.earlier).toBe(true)
  })

  it('before the first known one are loaded with it, and only in a conversation that is open', async () => {
    await loadEarlier(requests.client, free, 'her')
    expect(asked()).toEqual([])
    await load(range(80, 129))
    requests.replies = [range(30, 79), range(1, 29)].map((one) => toWire(one))
    await loadEarlier(requests.client, free, 'her')
    expect([seqs(cached())?.[0], cached()?.earlier]).toEqual([30, true])
    await loadEarlier(requests.client, free, 'her')
    expect([seqs(cached())?.[0], cached()?.earlier]).toEqual([1, false])
    expect(asked()).toEqual([all, `${all}?before=80`, `${all}?before=30`])
  })

  it('are loaded back to one that is searched for, with 25 before it', async () => {
    await load(range(600, 649))
    // It is loaded.
    await loadBackTo(requests.client, free, 'her', 600)
    expect(asked()).toEqual([all])
    requests.replies = [range(71, 570), range(571, 599)].map((one) => toWire(one))
    await loadBackTo(requests.client, free, 'her', 95)
    expect(asked()).toEqual([`${all}?after=70`, `${all}?after=570`])
    expect(seqs(cached())).toEqual(range(71, 649).map(({ seq }) => seq))
    expect(cached()?.earlier).toBe(true)
    requests.replies = [range(1, 70)].map((one) => toWire(one))
    await loadBackTo(requests.client, free, 'her', 25)
    expect(asked()).toEqual([`${all}?after=0`])
    expect([cached()?.messages.length, cached()?.earlier]).toEqual([649, false])
    // Nothing is left before it.
    await loadBackTo(requests.client, free, 'her', 0)
    expect(asked()).toEqual([])
  })

  it('that the server no longer has are not asked for again', async () => {
    await load(range(600, 649))
    requests.replies = [[]]
    await loadBackTo(requests.client, free, 'her', 300)
    expect(asked()).toEqual([all, `${all}?after=275`])
  })

  it('are loaded back to the first unread one when the conversation opens', async () => {
    const received = (from: number, to: number, isRead: boolean) =>
      range(from, to).map((one) => ({ ...one, type: 'messaggio' as const, isRead }))
    const pages = [
      received(151, 200, false),
      received(101, 150, false),
      [...received(51, 90, true), ...received(91, 100, false)],
    ]
    await load(...pages)
    expect(asked()).toEqual([all, `${all}?before=151`, `${all}?before=101`])
    expect([cached()?.messages.length, cached()?.earlier]).toEqual([150, true])
  })

  it('change in every cached version of this conversation and in no other', async () => {
    const paid = query({ ...free, premiumLevel: 1 }).queryKey
    const other = messagesQuery(requests.client, free, 'another').queryKey
    const one = { messages: range(1, 2), earlier: true }
    for (const key of [query().queryKey, paid, other]) requests.client.setQueryData<LoadedMessages>(key, one)
    putMessages(requests.client, 'her', [message(3)])
    removeMessage(requests.client, 'her', 1)
    for (const key of [query().queryKey, paid])
      expect(requests.client.getQueryData(key)).toEqual({ messages: range(2, 3), earlier: true })
    expect(requests.client.getQueryData(other)).toEqual(one)
    putMessages(requests.client, 'never opened', [message(3)])
    expect(requests.client.getQueryCache().getAll()).toHaveLength(3)
  })

  it('are reloaded once both have written', async () => {
    await load([message(1, { masked: true })])
    requests.replies = [[message(1, { masked: false, msg: 'clear' })]].map((one) => toWire(one))
    await reloadNewest(requests.client, 'visit-1', 'her')
    expect(cached()?.messages).toEqual([message(1, { masked: false, msg: 'clear' })])
  })
})

it('the chat list has pages of fifty, each after the time of the last row', async () => {
  const query = conversationsQuery('visit-1')
  const list = (count: number) => ({ messages: rows(count, (n) => ({ time: `t${n}` })) })
  expect(query.queryKey).toEqual(['conversations', 'visit-1'])
  expect(await requests.pagesOf(query, list(50), list(49))).toBe(2)
  expect(requests.sent).toEqual([['GET /api/get/messages/visit-1'], ['GET /api/get/messages/visit-1?before=t50']])
})
