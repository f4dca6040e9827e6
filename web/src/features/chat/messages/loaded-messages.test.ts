import type { Message } from '@incontro/contract/domain'
import { describe, expect, it } from 'vitest'
import {
  canUnmask,
  hasGap,
  lastSeq,
  markRead,
  markReceivedRead,
  mergeMessages,
  pageLength,
  startsUnread,
} from './loaded-messages.ts'

const message = (seq: number, change: Partial<Message> = {}): Message => ({
  id: `00000000-0000-7000-8000-${String(seq).padStart(12, '0')}`,
  seq,
  type: 'personal',
  memberId: '00000000-0000-7000-8000-00000000aaaa',
  msg: `m${seq}`,
  blurredMessage: null,
  media: null,
  time: '2026-11-21T09:00:00.000Z',
  isRead: false,
  icebreaker: false,
  clientMessageId: null,
  notificationId: null,
  masked: false,
  warning: null,
  withdrawn: false,
  edited: false,
  replyTo: null,
  ownReaction: null,
  otherReaction: null,
  invite: null,
  ...change,
})

describe('a conversation put together from answers and events', () => {
  it('holds every message once and in order, however it arrived', () => {
    const merged = mergeMessages([message(1), message(4)], [message(3), message(2), message(4), message(3)])
    expect(merged.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
    expect(lastSeq(merged)).toBe(4)
  })

  it('takes the newer version of a message but never takes back that it was read', () => {
    const clear = mergeMessages([message(1, { blurredMessage: 'filler', msg: '' })], [message(1, { msg: 'clear' })])
    expect(clear[0]).toMatchObject({ msg: 'clear', blurredMessage: null })
    expect(mergeMessages([message(1, { isRead: true })], [message(1)])[0]?.isRead).toBe(true)
  })

  it('marks those of one side only, and leaves the others the very same', () => {
    const [own, received] = [message(1), message(2, { type: 'messaggio' })]
    for (const [mark, marked, other] of [
      [markRead, own, received],
      [markReceivedRead, received, own],
    ] as const) {
      const after = mark([own, received], 2)
      expect(after.find(({ seq }) => seq === marked.seq)).toEqual({ ...marked, isRead: true })
      expect(after).toContain(other)
      // What was read before is not copied, so that nothing is rendered again for it.
      expect(mark(after, 2)).toEqual(after)
      expect(mark(after, 2)[0]).toBe(after[0])
      expect(mark(after, 2)[1]).toBe(after[1])
    }
  })

  it('starts unread if its first received message that is still there is unread', () => {
    const received = (seq: number, change: Partial<Message> = {}) => message(seq, { type: 'messaggio', ...change })
    for (const [messages, unread] of [
      [[], false],
      [[message(1)], false],
      [[message(1), received(2)], true],
      [[received(1, { isRead: true }), received(2)], false],
      [[received(1, { withdrawn: true }), received(2, { isRead: true })], false],
      [[received(1, { withdrawn: true, isRead: true }), received(2)], true],
    ] as const)
      expect(startsUnread(messages)).toBe(unread)
  })

  it('marks own messages as read up to a place', () => {
    const read = markRead([message(1), message(2, { type: 'messaggio' }), message(3)], 2)
    expect(read.map(({ isRead }) => isRead)).toEqual([true, false, false])
  })

  it('marks received messages as read up to a place', () => {
    const received = [1, 2, 3].map((seq) => message(seq, { type: 'messaggio' }))
    expect(markReceivedRead([...received, message(4)], 2).map(({ isRead }) => isRead)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('asks for what was masked again once both have written', () => {
    const masked = message(1, { type: 'messaggio', masked: true })
    expect(canUnmask([masked])).toBe(false)
    expect(canUnmask([masked, message(2)])).toBe(true)
    expect(canUnmask([{ ...masked, masked: false }, message(2)])).toBe(false)
    expect(canUnmask([message(1, { masked: true }), message(2)])).toBe(false)
  })

  it('sees when something is missing in between', () => {
    expect(hasGap([message(1)], message(2))).toBe(false)
    expect(hasGap([message(1)], message(3))).toBe(true)
    expect(hasGap([message(1), message(5)], message(5))).toBe(false)
    expect(hasGap([message(1), message(5)], message(3))).toBe(false)
    expect(hasGap([], message(9))).toBe(false)
    expect([lastSeq([]), pageLength]).toEqual([0, 50])
  })
})
