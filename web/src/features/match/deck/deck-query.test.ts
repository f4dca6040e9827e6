import { expect, it } from 'vitest'
import { deckKey, fetchDeck } from './deck-query.ts'

const seeker = { clickid: 'visit-1', searchRegion: 'Lazio', searchCity: '', seeks: 'donna', premiumLevel: 0 } as const

it('every value that changes the members is part of the key', () => {
  const changes = [{}, { clickid: 'visit-2' }, { searchRegion: 'Lombardia' }, { searchCity: 'Roma' }, { seeks: 'uomo' }]
  const keys = changes.map((change) => JSON.stringify(deckKey({ ...seeker, ...change } as typeof seeker)))
  expect(new Set(keys).size).toBe(keys.length)
})

it('fetches the first page of unanswered members', async () => {
  const sent: unknown[] = []
  await fetchDeck(seeker, async (path, init) => {
    sent.push([path, JSON.parse(String(init?.body))])
    return Response.json({})
  })
  const body = { trackerId: 'visit-1', cerco: 'donna', premiumLevel: 0, page: 1, mode: 'match' }
  expect(sent).toEqual([['/dispenser/match', body]])
})
