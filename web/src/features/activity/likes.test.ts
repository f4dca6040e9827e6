import { describe, expect, it } from 'vitest'
import { createLikes, isLikedBy } from './likes.ts'

const ok = { ok: true, likeCredits: 3 }
const refused = { ok: false, code: 'file_like' }

describe('a like', () => {
  it('shows at once, and stays with the server’s answer', async () => {
    const likes = createLikes()
    const seen: unknown[] = []
    likes.subscribe(() => seen.push(likes.read()))
    expect(await likes.give('ada', async () => ok)).toBe(ok)
    expect(seen).toEqual([{ ada: 'sending' }, { ada: 'given' }])
  })

  it('that is refused leaves no trace, and an undone one is undone again', async () => {
    const likes = createLikes()
    expect(await likes.give('ada', async () => refused)).toBe(refused)
    expect(likes.read()).toEqual({})
    likes.record('ada')
    likes.forget('ada')
    await likes.give('ada', async () => refused)
    expect(likes.read()).toEqual({ ada: 'undone' })
  })

  it('is of one member, whatever is sent for another one meanwhile', async () => {
    const likes = createLikes()
    let answer: (reply: typeof ok) => void = () => undefined
    const slow = likes.give('ada', () => new Promise<typeof ok>((resolve) => (answer = resolve)))
    await likes.give('bea', async () => refused)
    likes.record('cleo')
    expect(likes.read()).toEqual({ ada: 'sending', cleo: 'given' })
    answer(ok)
    await slow
    expect(likes.read()).toEqual({ ada: 'given', cleo: 'given' })
  })

  it('is forgotten only where it was given here', async () => {
    const likes = createLikes()
    likes.record('ada')
    likes.forget('ada')
    likes.forget('bea')
    expect(likes.read()).toEqual({ ada: 'undone' })
  })
})

describe('whether a member is liked', () => {
  it.each([
    ['nothing says so', {}, [], undefined, false],
    ['the counts say so', {}, ['bea', 'ada'], false, true],
    ['what was loaded says so, beyond the newest of the counts', {}, ['bea'], true, true],
    ['what was loaded says so, before the counts are there', {}, undefined, true, true],
    ['no counts are there', {}, undefined, undefined, false],
    ['the like is being sent', { ada: 'sending' }, [], false, true],
    ['the like was given since', { ada: 'given' }, [], false, true],
    ['the like was undone since', { ada: 'undone' }, ['ada'], true, false],
    ['another one was undone', { bea: 'undone' }, ['ada'], undefined, true],
  ] as const)('where %s', (_why, changes, likedMemberIds, liked, isLiked) => {
    expect(isLikedBy(changes, likedMemberIds, { id: 'ada', ...(liked !== undefined && { liked }) })).toBe(isLiked)
  })
})
