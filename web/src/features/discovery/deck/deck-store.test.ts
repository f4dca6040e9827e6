import type { Member } from '@incontro/contract/domain'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyDeck } from './deck-state.ts'
import { createDeckStore } from './deck-store.ts'

const card = (id: string) => ({ id, memberName: id }) as Member

type Reply = Parameters<typeof createDeckStore>[0]['sendAnswer'] extends (...values: never[]) => Promise<infer R>
  ? R
  : never

const recorded: Reply = { ok: true, likeCredits: 4, mutual: false }
const refusedWith = (code: string): Reply => ({ ok: false, code })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const turn = () => vi.advanceTimersByTimeAsync(0)

/** A deck whose server answers each request when the test says so, in the order of the requests. */
function deckOf(...ids: string[]) {
  const blocked = new Set<string>()
  const sent: string[] = []
  const waiting: ((reply: Reply) => void)[] = []
  const lists: { resolve(found: string[]): void; reject(error: Error): void }[] = []
  const send = (what: string) =>
    new Promise<Reply>((resolve) => {
      sent.push(what)
      waiting.push(resolve)
    })
  const store = createDeckStore({
    start: { ...emptyDeck, cards: ids.map(card) },
    fetch: () =>
      new Promise((resolve, reject) =>
        lists.push({
          resolve: (found) => resolve({ members: found.map(card), filters: {}, isSuggested: false, loosen: undefined }),
          reject,
        }),
      ),
    sendAnswer: (id, answer) => send(`${answer} ${id}`),
    sendUndo: (id) => send(`undo ${id}`),
    isBlocked: (id) => blocked.has(id),
  })
  return {
    store,
    blocked,
    sent,
    lists,
    cards: () => store.read().deck.cards.map(({ id }) => id),
    undoable: () => store.read().deck.undoable.map((given) => given.card.id),
    async reply(reply: Reply) {
      await turn()
      waiting.shift()?.(reply)
      await turn()
    },
  }
}
const likeUndoableMs = 8000
const six = ['ada', 'bea', 'cleo', 'dora', 'elsa', 'fina']

describe('an answer', () => {
  it('takes the top card away at once, and is reported with what the server answered', async () => {
    const { store, sent, cards, reply } = deckOf(...six)
    const outcome = store.answer('like')
    expect(cards()).toEqual(six.slice(1))
    await reply({ ok: true, likeCredits: 3, mutual: false })
    expect(sent).toEqual(['like ada'])
    expect(await outcome).toEqual({
      kind: 'recorded',
      card: card('ada'),
      answer: 'like',
      likeCredits: 3,
      mutual: false,
    })
  })

  it('goes to the first member who is not blocked, and an empty deck sends none', async () => {
    const { store, blocked, sent, cards } = deckOf('ada', 'bea')
    blocked.add('ada')
    void store.answer('dislike')
    expect(cards()).toEqual(['ada'])
    expect(await store.answer('dislike')).toBeUndefined()
    await turn()
    expect(sent).toEqual(['dislike bea'])
  })

  it.each([
    ['file_like', 'refused', six, []],
    ['offline', 'refused', six, []],
    ['not_found', 'gone', six.slice(1), []],
  ])('refused with %s is %s, and leaves these cards', async (code, kind, left, answers) => {
    const { store, cards, undoable, reply } = deckOf(...six)
    const outcome = store.answer('like')
    await reply(refusedWith(code))
    expect(await outcome).toEqual({ kind, card: card('ada'), ...(kind === 'refused' && { code }) })
    expect([cards(), undoable()]).toEqual([left, answers])
  })

  it('to a member who is gone by then cannot be undone: the card does not come back', async () => {
    const { store, sent, cards, undoable, reply } = deckOf(...six)
    const outcome = store.answer('like')
    const undone = store.undo()
    expect(cards()).toEqual(six)
    await reply(refusedWith('not_found'))
    expect(await outcome).toEqual({ kind: 'gone', card: card('ada') })
    expect(await undone).toBeUndefined()
    expect([sent, cards(), undoable()]).toEqual([['like ada'], six.slice(1), []])
    expect(await store.undo()).toBeUndefined()
    expect(cards()).toEqual(six.slice(1))
  })

  it('that was refused is not undone at the server, but one given again afterwards is', async () => {
    const { store, sent, reply } = deckOf(...six)
    void store.answer('dislike')
    const undone = store.undo()
    await reply(refusedWith('busy'))
    expect(await undone).toBeUndefined()
    expect(sent).toEqual(['dislike ada'])
    void store.answer('dislike')
    await reply(recorded)
    void store.undo()
    await turn()
    expect(sent).toEqual(['dislike ada', 'dislike ada', 'undo ada'])
  })
})

describe('a like', () => {
  it('can be undone for some seconds after the server has it', async () => {
    const { store, undoable, reply } = deckOf(...six)
    void store.answer('like')
    await vi.advanceTimersByTimeAsync(2 * likeUndoableMs)
    expect(undoable()).toEqual(['ada'])
    await reply(recorded)
    await vi.advanceTimersByTimeAsync(likeUndoableMs - 1)
    expect(undoable()).toEqual(['ada'])
    await vi.advanceTimersByTimeAsync(1)
    expect(undoable()).toEqual([])
  })

  it('that is mutual cannot be undone, nor can what was answered before it', async () => {
    const { store, undoable, reply } = deckOf(...six)
    void store.answer('dislike')
    await reply(recorded)
    void store.answer('like')
    await reply({ ok: true, likeCredits: 4, mutual: true })
    expect(undoable()).toEqual([])
  })

  it('settles and a no does not', async () => {
    const { store, undoable, reply } = deckOf(...six)
    void store.answer('dislike')
    await reply(recorded)
    await vi.advanceTimersByTimeAsync(2 * likeUndoableMs)
    expect(undoable()).toEqual(['ada'])
  })
})

describe('undoing', () => {
  it('puts the last card back at once, and does nothing when there is none', async () => {
    const { store, sent, cards, reply } = deckOf(...six)
    expect(await store.undo()).toBeUndefined()
    void store.answer('dislike')
    await reply(recorded)
    const outcome = store.undo()
    expect(cards()).toEqual(six)
    await reply(recorded)
    expect(await outcome).toEqual({ kind: 'undone', card: card('ada') })
    expect(sent).toEqual(['dislike ada', 'undo ada'])
  })

  it('without the network takes the card away again, and it can be undone later', async () => {
    const { store, cards, undoable, reply } = deckOf(...six)
    void store.answer('dislike')
    await reply(recorded)
    const outcome = store.undo()
    await reply(refusedWith('offline'))
    expect(await outcome).toEqual({ kind: 'offline', card: card('ada') })
    expect([cards(), undoable()]).toEqual([six.slice(1), ['ada']])
  })

  it('that comes too late leaves the answer, and nothing before it to undo', async () => {
    const { store, cards, undoable, reply } = deckOf(...six)
    void store.answer('dislike')
    void store.answer('dislike')
    await reply(recorded)
    await reply(recorded)
    const outcome = store.undo()
    await reply(refusedWith('conflict'))
    expect(await outcome).toEqual({ kind: 'tooLate', card: card('bea') })
    expect([cards(), undoable()]).toEqual([six.slice(2), []])
  })
})

describe('filling', () => {
  it('fetches below five cards, of those that are shown, and not after the end', async () => {
    const { store, blocked, lists } = deckOf(...six.slice(0, 5))
    store.fill()
    expect(lists).toHaveLength(0)
    blocked.add('bea')
    store.fill()
    expect(lists).toHaveLength(1)
    lists[0]!.resolve(['bea'])
    await turn()
    expect(store.read().deck.ended).toBe(true)
    store.fill()
    expect(lists).toHaveLength(1)
  })

  it('replaces the cards when the search has changed, but for those answered', async () => {
    const { store, lists, cards, reply } = deckOf(...six)
    void store.answer('dislike')
    await reply(recorded)
    const again = store.again()
    lists[0]!.resolve(['ada', 'gina'])
    await again
    expect(cards()).toEqual(['gina'])
  })

  it('says whether it loads, failed, or tries again after a failure', async () => {
    const { store, lists } = deckOf()
    const seen: string[] = []
    expect(store.read().status).toBe('idle')
    store.subscribe(() => seen.push(store.read().status))
    store.fill()
    lists[0]!.reject(new Error('away'))
    await turn()
    void store.load()
    lists[1]!.reject(new Error('away'))
    await turn()
    void store.load()
    lists[2]!.resolve(['ada'])
    await turn()
    void store.load()
    expect(seen.filter((status, at) => status !== seen[at - 1])).toEqual([
      'loading',
      'failed',
      'retrying',
      'failed',
      'retrying',
      'idle',
      'loading',
    ])
  })
})
