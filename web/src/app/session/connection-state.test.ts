import { describe, expect, it } from 'vitest'
import { type ConnectionEvent, initialConnection, isReachable, nextConnection, statusOf } from './connection-state.ts'

const connected = { type: 'connected' } as const
const lost = { type: 'lost' } as const
const resumed = { type: 'resumed' } as const
const tooMany = { type: 'removed', reason: 'too_many' } as const
const signedOut = { type: 'removed', reason: 'logout' } as const
const answered = { type: 'polled', isAnswered: true } as const
const unanswered = { type: 'polled', isAnswered: false } as const

describe('the status', () => {
  it.each<[string, readonly ConnectionEvent[]]>([
    ['connecting', []],
    ['online', [connected]],
    ['away', [connected, lost]],
    ['online', [connected, lost, connected]],
    ['polling', [answered]],
    ['polling', [connected, lost, answered]],
    ['away', [connected, lost, answered, unanswered]],
    ['online', [answered, connected]],
    // What was polled before a connection says nothing of the next loss.
    ['away', [answered, connected, lost]],
    ['online', [connected, answered]],
    // The server has not closed it yet.
    ['online', [connected, tooMany]],
    ['paused', [connected, tooMany, lost]],
    ['paused', [connected, answered, tooMany, lost]],
    // A paused page may not take the place of another one by itself.
    ['paused', [connected, tooMany, lost, answered]],
    ['away', [connected, tooMany, lost, resumed]],
    ['online', [connected, tooMany, lost, resumed, connected]],
    ['away', [connected, tooMany, lost, resumed, connected, lost]],
    ['away', [connected, signedOut, lost]],
    ['polling', [connected, signedOut, lost, answered]],
    ['polling', [connected, tooMany, lost, answered, resumed]],
  ])('is %s after %j', (status, events) => {
    expect(statusOf(events.reduce(nextConnection, initialConnection))).toBe(status)
  })

  it('says whether what is sent now can arrive', () => {
    const all = ['connecting', 'online', 'away', 'polling', 'paused'] as const
    expect(all.filter(isReachable)).toEqual(['online', 'polling', 'paused'])
  })
})

it('a page that was removed for another reason is not resumed', () => {
  const removed = [connected, signedOut, lost].reduce<ReturnType<typeof nextConnection>>(
    nextConnection,
    initialConnection,
  )
  expect(nextConnection(removed, resumed)).toBe(removed)
})
