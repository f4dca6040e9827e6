import type { Member } from '@incontro/contract/domain'
import { describe, expect, it } from 'vitest'
import { type Deck, drop, emptyDeck, give, lay, layAgain, layReply, restoreCard, settleLike } from './deck-state.ts'

const card = (id: string) => ({ id, memberName: id }) as Member
const [ada, bea, cleo] = [card('ada'), card('bea'), card('cleo')]
const ids = (cards: readonly Member[]) => cards.map(({ id }) => id)

const undoable = (deck: Deck) => ids(deck.undoable.map((given) => given.card))

describe('the deck', () => {
  it('adds new members below, except those already on it or answered', () => {
    const deck = give(lay(emptyDeck, [ada, bea], true), { card: ada, answer: 'dislike' })
    const more = lay(deck, [ada, bea, cleo], true)
    expect(ids(more.cards)).toEqual(['bea', 'cleo'])
    expect(more.ended).toBe(false)
  })

  it('is replaced by newly fetched members, except those already answered', () => {
    const deck = give(lay(emptyDeck, [ada, bea], true), { card: ada, answer: 'dislike' })
    const search = { filters: { online: true as const }, isSuggested: false, loosen: undefined }
    const laid = layAgain(deck, { members: [cleo, ada, bea], ...search }, true)
    expect(laid).toEqual({ ...deck, cards: [cleo, bea], ended: false, search })
  })

  it('after its last card has not ended until another list came, which says whom the filters keep out', () => {
    const deck = lay(lay(emptyDeck, [ada, bea], true), [ada, bea], true)
    const one = give(deck, { card: ada, answer: 'dislike' })
    expect([deck.ended, one.ended]).toEqual([true, true])
    const none = [give(one, { card: bea, answer: 'like' }), drop(one, 'bea')]
    expect(none.map(({ ended }) => ended)).toEqual([false, false])
    const loosen = { filter: 'age', total: null, fewerThan: 50, moreThan: null } as const
    const reply = { members: [bea], filters: { age: { from: 20, to: 30 } }, isSuggested: true, loosen }
    for (const deck of none)
      expect(layReply(deck, reply, true)).toMatchObject({
        cards: [],
        ended: true,
        search: { filters: reply.filters, isSuggested: true, loosen },
      })
  })

  it('has ended when no new members come and no answer is pending', () => {
    const deck = lay(emptyDeck, [ada], true)
    expect(lay(deck, [ada], true).ended).toBe(true)
    expect(lay(deck, [ada], false).ended).toBe(false)
    expect(lay(emptyDeck, [], true).ended).toBe(true)
  })

  it('undoes answers one by one, back to the last like that stays', () => {
    const start = lay(emptyDeck, [ada, bea, cleo], true)
    const two = give(give(start, { card: ada, answer: 'dislike' }), { card: bea, answer: 'like' })
    expect(undoable(two)).toEqual(['ada', 'bea'])
    const one = restoreCard(two, bea)
    expect([ids(one.cards), undoable(one), one.answered]).toEqual([['bea', 'cleo'], ['ada'], ['ada']])
    const three = give(two, { card: cleo, answer: 'dislike' })
    expect(undoable(settleLike(three, 'ada'))).toEqual(['ada', 'bea', 'cleo'])
    for (const settled of [settleLike(three, 'bea'), settleLike(three)]) expect(undoable(settled)).toEqual(['cleo'])
  })

  it('keeps the search and the other answers with every change', () => {
    const search = { filters: { online: true as const }, isSuggested: true, loosen: undefined }
    const laid = layReply(emptyDeck, { members: [ada, bea, cleo], ...search }, true)
    const given = give(give(laid, { card: ada, answer: 'like' }), { card: bea, answer: 'dislike' })
    for (const deck of [
      given,
      restoreCard(given, bea),
      settleLike(given),
      drop(given, 'cleo'),
      lay(given, [ada], false),
    ])
      expect(deck).toMatchObject({ search, answered: expect.arrayContaining(['ada']) })
    expect(given.last).toEqual({ card: bea, answer: 'dislike' })
    expect(given.undoable.map(({ answer }) => answer)).toEqual(['like', 'dislike'])
    // The card that comes back is no longer the last answer; another one that comes back changes nothing of it.
    expect([restoreCard(given, bea).last, restoreCard(given, ada).last?.card]).toEqual([null, bea])
    expect(emptyDeck).toStrictEqual({ cards: [], answered: [], undoable: [], last: null, ended: false, search: null })
  })

  it('undoes nothing from before the last of several likes that stay', () => {
    const start = lay(emptyDeck, [ada, bea, cleo], true)
    const liked = (first: 'like' | 'dislike', second: 'like' | 'dislike') =>
      give(give(give(start, { card: ada, answer: first }), { card: bea, answer: second }), {
        card: cleo,
        answer: 'dislike',
      })
    const both = liked('like', 'like')
    expect(undoable(settleLike(both))).toEqual(['cleo'])
    expect(undoable(settleLike(both, 'ada'))).toEqual(['bea', 'cleo'])
    expect(undoable(settleLike(both, 'bea'))).toEqual(['cleo'])
    // No member was liked, or another one: everything can be undone.
    expect(undoable(settleLike(liked('dislike', 'dislike')))).toEqual(['ada', 'bea', 'cleo'])
    expect(undoable(settleLike(liked('like', 'dislike'), 'bea'))).toEqual(['ada', 'bea', 'cleo'])
    // The text about undoing is of the last answer, which stays.
    expect(settleLike(both).last?.card).toBe(cleo)
  })

  it('restores a refused card and removes a member who left', () => {
    const deck = give(lay(emptyDeck, [ada, bea], true), { card: ada, answer: 'like' })
    expect(restoreCard(deck, ada)).toMatchObject({ cards: [ada, bea], answered: [], last: null })
    const liked = give(give(lay(emptyDeck, [ada, bea], true), { card: ada, answer: 'dislike' }), {
      card: bea,
      answer: 'like',
    })
    expect(undoable(restoreCard(liked, bea))).toEqual(['ada'])
    expect(ids(lay(drop(deck, 'bea'), [bea], true).cards)).toEqual([])
  })
})
