import type { Session } from '@incontro/contract/domain'
import { apiOver, type Sender } from '#app/api/api.ts'
import type { Deck } from './deck-state.ts'

export type Seeker = Pick<Session, 'clickid' | 'searchRegion' | 'searchCity' | 'seeks' | 'seeksAll' | 'premiumLevel'>

const browser: Sender = (path, init) => fetch(path, { ...init, credentials: 'same-origin' })

/**
 * Fetches the next members for the deck. Answered members leave the list, so the next ones are always on its first
 * page.
 */
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

/**
 * Key of the deck that is kept while the member visits a profile; it contains everything that changes the list of
 * members.
 */
export const deckKey = ({
  clickid,
  searchRegion,
  searchCity,
  seeksAll,
}: Pick<Seeker, 'clickid' | 'searchRegion' | 'searchCity' | 'seeksAll'>) =>
  ['deck', clickid, searchRegion, searchCity, seeksAll] as const

export interface KeptDeck {
  readonly deck: Deck
  readonly at: number
}

/** The deck is fetched again after this time on other pages. */
export const keptForMs = 5 * 60_000
