import { expect, it } from 'vitest'
import { recordRequests } from '#app/api/testing/recorded-requests.ts'
import { activeQuery, fetchMatches, matchesFingerprint, matchesQuery } from './match-query.ts'

const requests = recordRequests()

type Seeker = Parameters<typeof matchesQuery>[0] & Parameters<typeof activeQuery>[0]
const seeker: Seeker = {
  clickid: 'visit-1',
  country: 'IT',
  region: 'Lazio',
  searchRegion: 'Lazio',
  searchCity: '',
  seeks: 'donna',
  seeksAll: ['donna'],
  premiumLevel: 0,
}
const others: readonly Partial<Seeker>[] = [
  { clickid: 'visit-2' },
  { searchRegion: 'Lombardia' },
  { searchCity: 'Roma' },
  { seeks: 'uomo', seeksAll: ['uomo'] },
  // The first one stays.
  { seeksAll: ['donna', 'uomo'] },
]

it('every value that changes the list is part of the key', () => {
  const pages = [seeker, ...others, { premiumLevel: 1 as const }].map((change) =>
    matchesFingerprint({ ...seeker, ...change }, 1),
  )
  pages.push(matchesFingerprint(seeker, 2))
  expect(new Set(pages).size).toBe(pages.length)
})

it('active members are fetched for the selected region or the country, and not at all without a home', () => {
  const keys = [seeker, { country: 'FR' }, ...others.filter((change) => !('searchCity' in change))].map((change) =>
    JSON.stringify(activeQuery({ ...seeker, ...change }).queryKey),
  )
  expect(new Set(keys).size).toBe(keys.length)
  expect(
    [seeker, { ...seeker, searchRegion: '' }, { ...seeker, region: '', searchRegion: '' }].map(
      (one) => activeQuery(one).enabled,
    ),
  ).toEqual([true, true, false])
})

it('requests the page of the list that was asked for', async () => {
  const sent: unknown[] = []
  await fetchMatches(seeker, 3, async (path, init) => {
    sent.push([path, JSON.parse(String(init?.body))])
    return Response.json({})
  })
  expect(sent).toEqual([['/dispenser/match', { trackerId: 'visit-1', cerco: 'donna', premiumLevel: 0, page: 3 }]])
})

it('requests matches and active members of the member’s own search', async () => {
  for (const query of [matchesQuery(seeker, 2), activeQuery(seeker), activeQuery({ ...seeker, searchRegion: '' })])
    await requests.client.fetchQuery(query as never)
  expect(requests.sent).toEqual([
    ['POST /dispenser/match', { trackerId: 'visit-1', page: 2, cerco: 'donna', premiumLevel: 0 }],
    ['POST /dispenser/totalRegion', { country: 'IT', region: 'Lazio' }],
    ['POST /dispenser/totalRegion', { country: 'IT' }],
  ])
})
