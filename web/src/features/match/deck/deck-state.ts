import type { Member } from '@incontro/contract/domain'
import type { Answer } from './swipe.ts'

export interface Given {
  readonly card: Member
  readonly answer: Answer
}

/** The deck: its cards, who was answered, and what can be undone. */
export interface Deck {
  readonly cards: readonly Member[]
  /** Answered here; a list asked for before the server knew may still have them. */
  readonly answered: readonly string[]
  /** Dislikes that can be undone, the last one at the end. Empty after a like: the other member was notified. */
  readonly undoable: readonly Member[]
  /** The last answer, for what is said about undoing. */
  readonly last: Given | null
  /** The server had nobody else. */
  readonly ended: boolean
}

export const emptyDeck: Deck = { cards: [], answered: [], undoable: [], last: null, ended: false }

/** Puts newly fetched members below the others. @param settled no answer is on its way, so that an empty list means the end */
export const lay = (deck: Deck, people: readonly Member[], settled: boolean): Deck => {
  const known = new Set([...deck.cards.map(({ id }) => id), ...deck.answered])
  const fresh = people.filter(({ id }) => !known.has(id))
  return { ...deck, cards: [...deck.cards, ...fresh], ended: fresh.length === 0 && settled }
}

export const give = (deck: Deck, { card, answer }: Given): Deck => ({
  ...deck,
  cards: deck.cards.filter(({ id }) => id !== card.id),
  answered: [...deck.answered, card.id],
  undoable: answer === 'like' ? [] : [...deck.undoable, card],
  last: { card, answer },
})

/**
 * Puts a card on top again: its answer was undone, or the server refused it.
 * @param forgotten what could be undone before a like that did not happen
 */
export const restoreCard = (deck: Deck, card: Member, forgotten: readonly Member[] = []): Deck => ({
  ...deck,
  cards: [card, ...deck.cards.filter(({ id }) => id !== card.id)],
  answered: deck.answered.filter((id) => id !== card.id),
  undoable: [...forgotten, ...deck.undoable.filter(({ id }) => id !== card.id)],
  last: deck.last?.card.id === card.id ? null : deck.last,
})

/** Takes away somebody who is not there any more. */
export const drop = (deck: Deck, id: string): Deck => ({
  ...deck,
  cards: deck.cards.filter((card) => card.id !== id),
  answered: [...deck.answered, id],
})
