import { expect, it } from 'vitest'
import { unreadBytes } from './backlog.ts'

it.each<[what: string, conn: object, bytes: number]>([
  ['nothing', { writeBuffer: [] }, 0],
  ['texts, bytes and what has neither', { writeBuffer: [{ data: 'abc' }, { data: new Uint8Array(5) }, {}] }, 8],
  ['what the socket itself holds', { writeBuffer: [], transport: { socket: { bufferedAmount: 7 } } }, 7],
  ['both', { writeBuffer: [{ data: 'ab' }], transport: { socket: { bufferedAmount: 7 } } }, 9],
  ['a poll', { writeBuffer: [{ data: 'ab' }], transport: {} }, 2],
])('counts %s', (_, conn, bytes) => {
  expect(unreadBytes({ conn })).toBe(bytes)
})
