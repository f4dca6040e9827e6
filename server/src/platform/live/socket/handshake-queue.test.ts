import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createHandshakeQueue } from './handshake-queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A queue of two places, and which connections were started. */
const openQueue = () => {
  const queue = createHandshakeQueue({ concurrent: 2, eachMs: 500 })
  const started: string[] = []
  const enter = (name: string) => {
    const connection = new EventEmitter() as Socket
    return { connection, end: queue.enter(connection, () => started.push(name)) }
  }
  return { started, enter }
}

it('starts handshakes in their order, as many concurrently as allowed', () => {
  const { started, enter } = openQueue()
  const [first, second] = ['a', 'b', 'c', 'd', 'e'].map(enter)
  expect(started).toEqual(['a', 'b'])
  second?.end()
  second?.end()
  expect(started).toEqual(['a', 'b', 'c'])
  first?.connection.emit('close')
  first?.end()
  expect(started).toEqual(['a', 'b', 'c', 'd'])
})

it('passes on the place of one that presents no session in time, once', () => {
  const { started, enter } = openQueue()
  const [first] = ['a', 'b', 'c', 'd', 'e'].map(enter)
  vi.advanceTimersByTime(499)
  expect(started).toEqual(['a', 'b'])
  vi.advanceTimersByTime(1)
  expect(started).toEqual(['a', 'b', 'c', 'd'])
  first?.end()
  expect(started).toEqual(['a', 'b', 'c', 'd'])
})

it('never starts a connection that closed while it waited, whatever its error', () => {
  const { started, enter } = openQueue()
  const [first, , third] = ['a', 'b', 'c', 'd'].map(enter)
  third?.connection.emit('error', new Error('ECONNRESET'))
  third?.connection.emit('close')
  first?.end()
  expect(started).toEqual(['a', 'b', 'd'])
})

it('leaves no listener on a connection whose handshake ended', () => {
  const { enter } = openQueue()
  const { connection, end } = enter('a')
  end()
  expect(connection.eventNames()).toEqual([])
})
