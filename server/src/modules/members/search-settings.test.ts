import { expect, it } from 'vitest'
import { keptPlace, readFilters, searchPlace } from './search-settings.ts'
import { phoneNumberOf } from './phone-number.ts'
import { creditTotal } from './session-view.ts'

const home = { regionId: 1, cityId: 10 }
const flow = (changeRegion: boolean) => ({ hooks: { changeRegion } }) as Parameters<typeof searchPlace>[0]

it.each([
  ['nothing was chosen', true, 0, null, home],
  ['the whole country was, by a free member', true, 0, { regionId: null, cityId: null }, home],
  ['the whole country was, by one who pays', true, 1, { regionId: null, cityId: null }, 'kept'],
  ['another region was, by a free member whose flow has the hook', true, 0, { regionId: 2, cityId: 20 }, home],
  ['another region was, by a free member whose flow has it not', false, 0, { regionId: 2, cityId: 20 }, 'kept'],
  ['another region was, by one who pays', true, 1, { regionId: 2, cityId: null }, 'kept'],
  ['another region was, by one of the top tier', true, 2, { regionId: 2, cityId: 20 }, 'kept'],
  ['another town of the home region was', true, 0, { regionId: 1, cityId: 11 }, 'kept'],
  ['the whole home region was', true, 0, { regionId: 1, cityId: null }, 'kept'],
] as const)('a member searches at the chosen place, or at home: %s', (_, hook, level, kept, place) =>
  expect(searchPlace(flow(hook), level, home, { place: kept, leftRegionId: null })).toEqual(
    place === 'kept' ? kept : place,
  ),
)

it.each([
  { regionId: 2, cityId: 20 },
  { regionId: null, cityId: null },
])('who left a region with few people searches at the chosen place while they live there: %o', (place) => {
  const at = (leftRegionId: number) => searchPlace(flow(true), 0, home, { place, leftRegionId })
  expect([at(1), at(3)]).toEqual([place, home])
})

it('reads stored filters, and ignores unknown ones', () => {
  const kept = (search_region_id: number | null, search_city_id: number | null, whole_country: boolean | null) =>
    keptPlace({ search_region_id, search_city_id, whole_country })
  expect(kept(2, 20, false)).toEqual({ regionId: 2, cityId: 20 })
  expect(kept(2, null, false)).toEqual({ regionId: 2, cityId: null })
  expect(kept(null, null, true)).toEqual({ regionId: null, cityId: null })
  expect([kept(null, null, false), kept(null, null, null)]).toEqual([null, null])
  expect(readFilters({ age: { from: 20, to: 30 }, verified: true })).toEqual({
    age: { from: 20, to: 30 },
    verified: true,
  })
  for (const stored of [null, undefined, { stars: 5 }, { age: { from: 10 } }, 'x'])
    expect(readFilters(stored)).toEqual({})
})

it.each([
  ['612 345 678', 'ES', '+34612345678'],
  ['0612345678', 'FR', '+33612345678'],
  ['333 123', 'IT', '+39333123'],
  ['12345', 'IT', undefined],
  ['123456', 'IT', '+39123456'],
  ['+1234567', 'IT', '+1234567'],
  ['+123456', 'IT', undefined],
  ['+123456789012345', 'IT', '+123456789012345'],
  ['+1234567890123456', 'IT', undefined],
  ['00 44 (0)20 7946 0018', 'IT', '+442079460018'],
  ['0391234567', 'IT', '+390391234567'],
  ['020 7946 0018', 'GB', '+442079460018'],
])('the phone number %s in %s is %s', (written, country, number) =>
  expect(phoneNumberOf(written, country)).toBe(number),
)

it('sums the credits that pay for messages', () =>
  expect([0, 1, 2].map((level) => creditTotal(level, 7))).toEqual([7, 7, 0]))
