import type { SearchFilters } from '@incontro/contract'
import { describe, expect, it } from 'vitest'
import { found, relaxFilters } from './relax-filters.ts'
import { createPositions } from './positions.ts'
import type { Area } from './queries.ts'

const age = { from: 20, to: 29 }
const height = { from: 200, to: 210 }

/** Counts by the filters that are left; `asked` collects the counted modes. */
const loosened = async (filters: SearchFilters, counts: Readonly<Record<string, number>>, mode: 'find' | 'match') => {
  const asked = new Set<string>()
  const of = async ({ filters: left }: Area, counted: 'find' | 'match') => {
    asked.add(counted)
    const total = counts[Object.keys(left).join(' ')] ?? 0
    return { sizes: [], total, hasMore: total === 1000, positions: createPositions(), gaps: new Map(), search: '' }
  }
  const loosen = await relaxFilters({ counts: { of } }, { filters } as Area, mode)
  return { ...loosen, asked: [...asked] }
}
const fewer = { total: null, fewerThan: 50, moreThan: null }
const exactly = (total: number) => ({ total, fewerThan: null, moreThan: null })
const more = { total: null, fewerThan: null, moreThan: 1000 }

describe('filters that find no one', () => {
  it.each<[string, SearchFilters, Readonly<Record<string, number>>, object]>([
    ['the only one', { age }, { '': 49 }, { loosen: { filter: 'age', ...fewer } }],
    ['the only one, of many', { age }, { '': 50 }, { loosen: { filter: 'age', ...exactly(50) } }],
    [
      'the one that keeps most out, with how many are there without it',
      { age, height, online: true },
      { '': 99, 'height online': 51, 'age online': 52, 'age height': 7 },
      { loosen: { filter: 'height', ...exactly(52) } },
    ],
    [
      'of two alike the one that is shown first',
      { height, age },
      { '': 99, age: 60, height: 60 },
      { loosen: { filter: 'age', ...exactly(60) } },
    ],
    ['all, where each keeps everybody out', { age, height }, { '': 99 }, { loosen: { filter: 'all', ...exactly(99) } }],
    [
      'the one without which there are more than are counted',
      { age, height },
      { '': 1000, age: 999, height: 1000 },
      { loosen: { filter: 'age', ...more } },
    ],
    ['all, with more than are counted', { age, height }, { '': 1000 }, { loosen: { filter: 'all', ...more } }],
    ['none, where nobody is there without them', { age, height }, { age: 1 }, {}],
  ])('name %s', async (_, filters, counts, expected) => {
    for (const mode of ['find', 'match'] as const)
      expect(await loosened(filters, counts, mode)).toEqual({ ...expected, asked: [mode] })
  })
})

it('a count is exact from fifty on, until there are more than are counted', () => {
  expect([0, 49, 50, 51, 1000].map((count) => found(count, false))).toEqual([
    fewer,
    fewer,
    exactly(50),
    exactly(51),
    exactly(1000),
  ])
  expect([1000, 1001].map((count) => found(count, true))).toEqual([more, more])
})
