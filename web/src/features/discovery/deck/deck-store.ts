import { createStore, type Store } from '#app/store/store.ts'
import { createDeckRequests, type DeckParts } from './deck-requests.ts'
import { type Deck, type DeckMember, drop, give, restoreCard, settleLike, without } from './deck-state.ts'
import { type Answer, fewestCards } from './swipe.ts'

/** How long a like can be undone, in milliseconds; the server allows a little more, for slow networks. */
const likeUndoableMs = 8000

/** Of the lists that fill the deck: `retrying` is loading after a failure. */
export type DeckStatus = 'idle' | 'loading' | 'failed' | 'retrying'

export interface DeckState {
  readonly deck: Deck
  readonly status: DeckStatus
}

type Refused = { readonly ok: false; readonly code: string }
type Recorded = { readonly ok: true; readonly likeCredits: number; readonly mutual: boolean }

/** What became of an answer. The deck has changed already. */
export type AnswerOutcome =
  | (Pick<Recorded, 'likeCredits' | 'mutual'> & {
      readonly kind: 'recorded'
      readonly card: DeckMember
      readonly answer: Answer
    })
  /** The member's account is no longer there, and their card has left with it. */
  | { readonly kind: 'gone'; readonly card: DeckMember }
  /** The card is back. */
  | { readonly kind: 'refused'; readonly card: DeckMember; readonly code: string }

/** What became of an answer that was undone: `tooLate` if it stands. */
export interface UndoOutcome {
  readonly kind: 'undone' | 'offline' | 'tooLate'
  readonly card: DeckMember
}

interface DeckStoreParts {
  readonly start: Deck
  readonly fetch: DeckParts['fetch']
  readonly sendAnswer: (memberId: string, answer: Answer) => Promise<Recorded | Refused>
  readonly sendUndo: (memberId: string) => Promise<Recorded | Refused>
  /** A blocked member's card keeps its place for the case that the block is undone. */
  readonly isBlocked: (memberId: string) => boolean
}

export interface DeckStore extends Pick<Store<DeckState>, 'read' | 'subscribe'> {
  /** Fetches more members. */
  readonly load: () => Promise<void>
  /** The same, if few cards are left and the server may have more. */
  readonly fill: () => void
  /** Replaces the cards, because the search has changed. @throws if the list cannot be fetched */
  readonly again: () => Promise<void>
  /** Answers the top card; undefined if there is none. */
  readonly answer: (answer: Answer) => Promise<AnswerOutcome | undefined>
  /** Undoes the last answer; undefined if there is none, or if the server had refused it. */
  readonly undo: () => Promise<UndoOutcome | undefined>
}

/**
 * The deck and its requests. Answers show immediately; the card comes back if the server refuses one. They are sent one
 * at a time, because only the last one can be undone.
 */
export const createDeckStore = ({ start, fetch, sendAnswer, sendUndo, isBlocked }: DeckStoreParts): DeckStore => {
  const { read, write, subscribe } = createStore<DeckState>({ deck: start, status: 'idle' })
  /** Members whose answer the server refused: there is nothing to undo. */
  const refused = new Set<string>()
  const change = (edit: (deck: Deck) => Deck) => write((now) => ({ ...now, deck: edit(now.deck) }))
  const shown = () => without(read().deck, isBlocked)
  const isShort = () => {
    const { cards, ended } = shown()
    return cards.length < fewestCards && !ended
  }
  const { load, again, inTurn } = createDeckRequests({
    fetch,
    change,
    isShort,
    onState: (state) =>
      write((now) => ({ ...now, status: state === 'loading' && now.status === 'failed' ? 'retrying' : state })),
  })

  return {
    read,
    subscribe,
    load,
    again,
    fill() {
      if (isShort()) void load()
    },
    async answer(answer) {
      const [card] = shown().cards
      if (!card) return undefined
      const { id } = card
      refused.delete(id)
      change((deck) => give(deck, { card, answer }))
      const reply = await inTurn(() => sendAnswer(id, answer))
      if (reply.ok) {
        const { likeCredits, mutual } = reply
        if (answer === 'like') {
          const settle = () => change((deck) => settleLike(deck, id))
          if (mutual) settle()
          else setTimeout(settle, likeUndoableMs)
        }
        return { kind: 'recorded', card, answer, likeCredits, mutual }
      }
      refused.add(id)
      if (reply.code === 'not_found') {
        // Also when the answer has been undone meanwhile, which has put the card back.
        change((deck) => drop(deck, id))
        return { kind: 'gone', card }
      }
      change((deck) => restoreCard(deck, card))
      return { kind: 'refused', card, code: reply.code }
    },
    async undo() {
      const given = read().deck.undoable.at(-1)
      if (!given) return undefined
      const { card } = given
      change((deck) => restoreCard(deck, card))
      const reply = await inTurn(async () => (refused.has(card.id) ? undefined : sendUndo(card.id)))
      if (!reply) return undefined
      if (reply.ok) return { kind: 'undone', card }
      if (reply.code === 'offline') {
        change((deck) => give(deck, given))
        return { kind: 'offline', card }
      }
      change((deck) => ({ ...drop(deck, card.id), undoable: [] }))
      return { kind: 'tooLate', card }
    },
  }
}
