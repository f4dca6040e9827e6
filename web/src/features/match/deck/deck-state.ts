import type { Member, MemberPage } from '@incontro/contract/domain'
import type { Answer } from './swipe.ts'

/** A member of the deck, with some of their interests. */
export type DeckMember = Member & { readonly interests?: MemberPage['interests'] | undefined }

export interface Given {
  readonly card: DeckMember
  readonly answer: Answer
}

/** The deck's cards, the answered members, and the answers that can be undone. */
export interface Deck {
  readonly cards: readonly DeckMember[]
  /** Answered in this deck; a list fetched before the server recorded the answer may still contain them. */
  readonly answered: readonly string[]
  /** Answers that can be undone, the latest at the end; none from before a like that cannot. */
  readonly undoable: readonly Given[]
  /** The last answer, for the text about undoing. */
  readonly last: Given | null
  /** The server has no more members. */
  readonly ended: boolean
}

export const emptyDeck: Deck = { cards: [], answered: [], undoable: [], last: null, ended: false }

/** Adds fetched members below the other cards. @param settled no answer is pending, so an empty list means the end */
export const lay = (deck: Deck, people: readonly DeckMember[], settled: boolean): Deck => {
  const known = new Set([...deck.cards.map(({ id }) => id), ...deck.answered])
  const fresh = people.filter(({ id }) => !known.has(id))
  return { ...deck, cards: [...deck.cards, ...fresh], ended: fresh.length === 0 && settled }
}

/** Replaces the cards with newly fetched ones, of which those answered in the meantime are left out. */
export const layAgain = (deck: Deck, people: readonly DeckMember[], settled: boolean): Deck =>
  lay({ ...deck, cards: [] }, people, settled)

export const give = (deck: Deck, { card, answer }: Given): Deck => ({
  ...deck,
  cards: deck.cards.filter(({ id }) => id !== card.id),
  answered: [...deck.answered, card.id],
  undoable: [...deck.undoable, { card, answer }],
  last: { card, answer },
})

/** Puts a card back on top, because its answer was undone or the server refused it. */
export const restoreCard = (deck: Deck, card: DeckMember): Deck => ({
  ...deck,
  cards: [card, ...deck.cards.filter(({ id }) => id !== card.id)],
  answered: deck.answered.filter((id) => id !== card.id),
  undoable: deck.undoable.filter((given) => given.card.id !== card.id),
  last: deck.last?.card.id === card.id ? null : deck.last,
})

/**
 * A like stays: neither it nor what was answered before it can be undone any more.
 * @param id of the liked member; without it, all likes stay
 */
export const settleLike = (deck: Deck, id?: string): Deck => ({
  ...deck,
  undoable: deck.undoable.slice(
    deck.undoable.findLastIndex(({ card, answer }) => answer === 'like' && (id ?? card.id) === card.id) + 1,
  ),
})

/** Removes a member who is no longer available. */
export const drop = (deck: Deck, id: string): Deck => ({
  ...deck,
  cards: deck.cards.filter((card) => card.id !== id),
  answered: [...deck.answered, id],
})
