import { expect, it } from 'vitest'
import type { StoredMessage } from './outbox-store.ts'
import { mergeStored, type Outgoing, toStored } from './outgoing.ts'

const message = (id: string, changes: Partial<StoredMessage> = {}): StoredMessage => ({
  clientMessageId: id,
  owner: 'local/one',
  memberId: 'her',
  memberName: 'Anna',
  text: id,
  icebreaker: false,
  time: '2026-01-02T03:04:05.000Z',
  code: null,
  ...changes,
})
const outgoing = (id: string, state: Outgoing['state'], code: string | null = null): Outgoing => ({
  ...message(id, { code }),
  state,
})
const states = (items: readonly Outgoing[]) => items.map((item) => [item.clientMessageId, item.state, item.code])

it.each([
  [
    'what an earlier page left waits, what was refused stays refused, in the order of writing',
    [],
    [message('a'), message('b', { code: 'fine_crediti' }), message('c')],
    [
      ['a', 'waiting', null],
      ['b', 'failed', 'fine_crediti'],
      ['c', 'waiting', null],
    ],
  ],
  [
    'what another tab sent or threw away goes',
    [outgoing('a', 'waiting'), outgoing('b', 'queued')],
    [message('b')],
    [['b', 'queued', null]],
  ],
  [
    'what is on its way stays so, whatever is noted meanwhile',
    [outgoing('a', 'sending')],
    [message('a', { code: 'busy' })],
    [['a', 'sending', null]],
  ],
  [
    'what another tab tries again has not failed any more',
    [outgoing('a', 'failed', 'internal')],
    [message('a')],
    [['a', 'waiting', null]],
  ],
  [
    'what the browser would not keep stays in the page',
    [outgoing('kept in memory', 'queued'), outgoing('gone', 'queued')],
    [],
    [['kept in memory', 'queued', null]],
  ],
] as const)('%s', (_what, now, stored, expected) => {
  expect(states(mergeStored(now, stored, 'waiting', (id) => id === 'kept in memory'))).toEqual(expected)
})

it('what is stored has nothing of the page', () => {
  expect(toStored([outgoing('a', 'sending'), { ...outgoing('b', 'failed', 'busy'), isKept: false }])).toEqual([
    message('a'),
    message('b', { code: 'busy' }),
  ])
})

it('what is stored at this moment is there once, whether the browser has it yet or not', () => {
  const now = [outgoing('a', 'queued'), outgoing('b', 'queued')]
  const isUnstored = (id: string) => id !== 'c'
  expect(states(mergeStored(now, [message('a'), message('c')], 'waiting', isUnstored))).toEqual([
    ['a', 'queued', null],
    ['c', 'waiting', null],
    ['b', 'queued', null],
  ])
})
