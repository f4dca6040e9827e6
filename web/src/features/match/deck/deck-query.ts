import type { Session } from '@incontro/contract/domain'
import { apiOver, type Sender } from '../../../app/api/api.ts'
import type { Deck } from './deck-state.ts'

export type Seeker = Pick<Session, 'clickid' | 'searchRegion' | 'searchCity' | 'seeks' | 'premiumLevel'>

const browser: Sender = (path, init) => fetch(path, { ...init, credentials: 'same-origin' })

/** The next people for the deck. Answered members leave the list, so the next ones are always on its first page. */
export const fetchDeck = ({ clickid, seeks, premiumLevel }: Seeker, send = browser) =>
  apiOver(send)('POST /dispenser/match', {
    body: {
      trackerId: clickid,
      page: 1,
      seeks,
      premiumLevel,
      mode: 'match',
    },
  })

/** Where the deck is kept while the member looks at a profile and comes back; everything that changes who is shown is part of it. */
export const deckKey = ({ clickid, searchRegion, searchCity, seeks }: Seeker) =>
  ['deck', clickid, searchRegion, searchCity, seeks] as const

export interface KeptDeck {
  readonly deck: Deck
  readonly at: number
}

/** After this long away the deck is fetched again. */
export const keptForMs = 5 * 60_000
