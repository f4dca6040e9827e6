import type { Member } from '@incontro/contract/domain'
import { describe, expect, it } from 'vitest'
import { createDeckRequests } from './deck-requests.ts'
import { type Deck, emptyDeck, give } from './deck-state.ts'

const card = (id: string) => ({ id, memberName: id }) as Member

/** A deck whose server answers when the test says so. It is short below two cards. */
function deckOf(...ids: string[]) {
  let deck: Deck = { ...emptyDeck, cards: ids.map(card) }
  const lists: { answer(...found: string[]): void; fail(): void }[] = []
  const answers: (() => void)[] = []
  const states: string[] = []
  const log: string[] = []
  const requests = createDeckRequests({
    fetch: () =>
      new Promise((resolve, reject) => {
        lists.push({
          answer: (...found) =>
            resolve({ members: found.map(card), filters: {}, isSuggested: false, loosen: undefined }),
          fail: () => reject(new Error('away')),
        })
      }),
    change: (edit) => void (deck = edit(deck)),
    isShort: () => deck.cards.length < 2 && !deck.ended,
    onState: (state) => void states.push(state),
  })
  const turn = () => new Promise<void>((resolve) => setTimeout(resolve))
  return {
    requests,
    states,
    log,
    cards: () => deck.cards.map(({ id }) => id),
    ended: () => deck.ended,
    /** Lists that are being fetched. */
    fetching: () => lists.length,
    async list(...found: string[]) {
      lists.shift()?.answer(...found)
      await turn()
    },
    async fail() {
      lists.shift()?.fail()
      await turn()
    },
    /** Takes the top card away at once, and sends the answer. */
    swipe(id: string) {
      deck = give(deck, { card: card(id), answer: 'dislike' })
      return requests.inTurn(async () => {
        log.push(id)
        await new Promise<void>((resolve) => answers.push(resolve))
      })
    },
    async recorded() {
      await turn()
      answers.shift()?.()
      await turn()
    },
  }
}

describe('answers', () => {
  it('are sent one at a time, in the order in which they were given', async () => {
    const { swipe, recorded, log } = deckOf('ada', 'bea', 'cleo', 'dora', 'eva')
    const all = ['ada', 'bea', 'cleo'].map(swipe)
    await recorded()
    expect(log).toEqual(['ada', 'bea'])
    await recorded()
    await recorded()
    await Promise.all(all)
    expect(log).toEqual(['ada', 'bea', 'cleo'])
  })

  it('bring a list when the deck is short and none when it is not', async () => {
    const { swipe, recorded, fetching } = deckOf('ada', 'bea', 'cleo')
    void swipe('ada')
    await recorded()
    expect(fetching()).toBe(0)
    void swipe('bea')
    await recorded()
    expect(fetching()).toBe(1)
  })
})

describe('a list', () => {
  it('is fetched once at a time, and ends the deck when it has no new member', async () => {
    const { requests, list, cards, ended, fetching, states } = deckOf('ada')
    void requests.load()
    void requests.load()
    expect(fetching()).toBe(1)
    await list('ada', 'bea')
    expect([cards(), ended(), states]).toEqual([['ada', 'bea'], false, ['loading', 'idle']])
    void requests.load()
    await list('bea', 'ada')
    expect([cards(), ended()]).toEqual([['ada', 'bea'], true])
  })

  it('that was requested while an answer was on its way ends nothing, and is fetched again afterwards', async () => {
    const { requests, swipe, recorded, list, ended, fetching } = deckOf('ada', 'bea')
    void swipe('ada')
    await new Promise((resolve) => setTimeout(resolve))
    void requests.load()
    // Made before the server had the answer: it has only people who are known.
    await list('ada', 'bea')
    expect([ended(), fetching()]).toEqual([false, 0])
    await recorded()
    expect(fetching()).toBe(1)
    await list('bea')
    expect(ended()).toBe(true)
  })

  it('during which an answer was sent ends nothing either, and another one follows it', async () => {
    const { requests, swipe, recorded, list, cards, ended, fetching } = deckOf('ada', 'bea')
    void requests.load()
    void swipe('ada')
    await recorded()
    await list('ada', 'bea')
    expect([cards(), ended(), fetching()]).toEqual([['bea'], false, 1])
    await list('bea', 'cleo')
    expect([cards(), ended(), fetching()]).toEqual([['bea', 'cleo'], false, 0])
  })

  it('is not fetched again for an answer during it that left enough cards', async () => {
    const { requests, swipe, recorded, list, cards, fetching } = deckOf('ada', 'bea', 'cleo')
    void requests.load()
    void swipe('ada')
    await recorded()
    await list('dora')
    expect([cards(), fetching()]).toEqual([['bea', 'cleo', 'dora'], 0])
  })

  it('that was requested before the search changed is ignored, whichever comes first', async () => {
    const { requests, list, cards, states } = deckOf('ada')
    void requests.load()
    const again = requests.again()
    await list('of the old search')
    expect([cards(), states]).toEqual([['ada'], ['loading', 'idle']])
    await list('bea', 'cleo')
    await again
    expect(cards()).toEqual(['bea', 'cleo'])
    // The next one is of the new search.
    void requests.load()
    await list('dora')
    expect(cards()).toEqual(['bea', 'cleo', 'dora'])
  })

  it('of a new search that is empty ends the deck, unless an answer is on its way', async () => {
    for (const isAnswering of [false, true]) {
      const { requests, swipe, list, ended } = deckOf('ada', 'bea', 'cleo')
      if (isAnswering) void swipe('ada')
      const again = requests.again()
      await list()
      await again
      expect([isAnswering, ended()]).toEqual([isAnswering, !isAnswering])
    }
  })

  it('that fails leaves the cards, says so, and can be fetched again', async () => {
    const { requests, list, fail, cards, states } = deckOf('ada')
    void requests.load()
    await fail()
    expect([cards(), states]).toEqual([['ada'], ['loading', 'failed']])
    void requests.load()
    await list('bea')
    expect([cards(), states.slice(2)]).toEqual([
      ['ada', 'bea'],
      ['loading', 'idle'],
    ])
  })
})
