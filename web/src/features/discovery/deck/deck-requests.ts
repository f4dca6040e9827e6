import { type Deck, layAgain, layReply } from './deck-state.ts'

type Reply = Parameters<typeof layReply>[1]

export interface DeckParts {
  fetch(): Promise<Reply>
  change(edit: (deck: Deck) => Deck): void
  /** Whether the deck has too few cards, and the server may have more. */
  isShort(): boolean
  onState(state: 'idle' | 'loading' | 'failed'): void
}

/**
 * The order of a deck's requests: answers go one at a time, because only the last one can be undone, and lists are
 * fetched beside them. A list may have been made before the server recorded an answer, so it may still contain a member
 * who was answered, and only one that was fetched while nothing was recorded says that there is no other member.
 */
export const createDeckRequests = ({ fetch, change, isShort, onState }: DeckParts) => {
  let pending = 0
  /** Answers sent so far. */
  let sent = 0
  let isLoading = false
  /** Lists that were requested before the search changed are ignored. */
  let searches = 0
  /** An answer was recorded while a list was being fetched. */
  let missed = false
  let line: Promise<unknown> = Promise.resolve()

  const load = async (): Promise<void> => {
    if (isLoading) return
    isLoading = true
    missed = false
    onState('loading')
    const before = pending === 0 ? sent : -1
    const search = searches
    try {
      const reply = await fetch()
      if (search === searches) {
        const settled = before === sent
        change((deck) => layReply(deck, reply, settled))
      }
      onState('idle')
    } catch {
      // The deck shows the failure and a button to try again.
      onState('failed')
    } finally {
      isLoading = false
    }
    if (missed && isShort()) void load()
  }

  return {
    load,
    /** Replaces the cards, because the search has changed. */
    async again(): Promise<void> {
      searches += 1
      const reply = await fetch()
      const settled = pending === 0
      change((deck) => layAgain(deck, reply, settled))
    },
    /** Sends an answer after those before it. */
    inTurn<T>(send: () => Promise<T>): Promise<T> {
      pending += 1
      sent += 1
      const answered = line.then(send)
      line = answered.finally(() => {
        pending -= 1
        missed = isLoading
        // Before the server has recorded the answers, the list may contain only answered members.
        if (isShort()) void load()
      })
      return answered
    },
  }
}
