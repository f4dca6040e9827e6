import { expect, it } from 'vitest'
import { deckKey, fetchDeck, type Seeker } from './deck-query.ts'

const seeker: Seeker = {
  clickid: 'visit-1',
  searchRegion: 'Lazio',
  searchCity: '',
  seeks: 'donna',
  seeksAll: ['donna'],
  premiumLevel: 0,
}

it('every value that changes the members is part of the key', () => {
  const changes: Partial<Seeker>[] = [
    {},
    { clickid: 'visit-2' },
    { searchRegion: 'Lombardia' },
    { searchCity: 'Roma' },
    { seeksAll: ['uomo'] },
    { seeksAll: ['donna', 'uomo'] },
  ]
  const keys = changes.map((change) => JSON.stringify(deckKey({ ...seeker, ...change })))
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
