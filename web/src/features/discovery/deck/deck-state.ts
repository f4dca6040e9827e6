import type { Member, MemberPage } from '@incontro/contract/domain'
import type { ReplyOf } from '#app/api/api.ts'
import type { Answer } from './swipe.ts'

/** A member of the deck, with some of their interests. */
export type DeckMember = Member & { readonly interests?: MemberPage['interests'] | undefined }

export interface Given {
  readonly card: DeckMember
  readonly answer: Answer
}

type DeckReply = ReplyOf<'POST /dispenser/match'>

/** The filters that a list was fetched with, and which one to remove if they leave no one. */
export type DeckSearch = Pick<DeckReply, 'filters' | 'isSuggested' | 'loosen'>

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
  /** Of the list that was fetched last; null before the first. */
  readonly search: DeckSearch | null
}

export const emptyDeck: Deck = { cards: [], answered: [], undoable: [], last: null, ended: false, search: null }

/** Adds fetched members below the other cards. @param settled no answer is pending, so an empty list means the end */
export const lay = (deck: Deck, people: readonly DeckMember[], settled: boolean): Deck => {
  const known = new Set([...deck.cards.map(({ id }) => id), ...deck.answered])
  const fresh = people.filter(({ id }) => !known.has(id))
  return { ...deck, cards: [...deck.cards, ...fresh], ended: fresh.length === 0 && settled }
}

/** Adds the members of a reply, and keeps what it says about the filters. */
export const layReply = (
  deck: Deck,
  { members, filters, isSuggested, loosen }: Pick<DeckReply, 'members'> & DeckSearch,
  settled: boolean,
): Deck => ({ ...lay(deck, members, settled), search: { filters, isSuggested, loosen } })

/** Replaces the cards with newly fetched ones, of which those answered in the meantime are left out. */
export const layAgain = (deck: Deck, reply: Parameters<typeof layReply>[1], settled: boolean): Deck =>
  layReply({ ...deck, cards: [] }, reply, settled)

/**
 * Only a list that is fetched after the last card says whether filters exclude others, and whether someone signed up
 * since.
 */
const endedWith = (cards: readonly DeckMember[], ended: boolean): Pick<Deck, 'cards' | 'ended'> => ({
  cards,
  ended: ended && cards.length > 0,
})

export const give = (deck: Deck, { card, answer }: Given): Deck => ({
  ...deck,
  ...endedWith(
    deck.cards.filter(({ id }) => id !== card.id),
    deck.ended,
  ),
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

/** Removes a member who is no longer available, whose answer cannot be undone either. */
export const drop = (deck: Deck, id: string): Deck => ({
  ...deck,
  ...endedWith(
    deck.cards.filter((card) => card.id !== id),
    deck.ended,
  ),
  answered: [...deck.answered, id],
  undoable: deck.undoable.filter(({ card }) => card.id !== id),
})

/** The deck as it is shown: without the cards of some members, which keep their places. */
export const without = (deck: Deck, isLeftOut: (id: string) => boolean): Deck => ({
  ...deck,
  cards: deck.cards.filter(({ id }) => !isLeftOut(id)),
})
