import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Flow } from '#modules/flows/index.ts'
import type { Principal } from '#platform/caller.ts'
import { isWithinList, mostListed } from './counts.ts'
import { planPage, type Size } from './pages.ts'
import { hookFor } from './policy.ts'

const perPage = 12
const size = fc.record({ known: fc.integer({ min: 0, max: 200 }), fresh: fc.integer({ min: 0, max: 200 }) })
const lists = fc.array(size, { minLength: 1, maxLength: 3 })
const total = (sizes: readonly Size[]) => sizes.reduce((sum, { known, fresh }) => sum + known + fresh, 0)

describe('the pages of consecutive lists', () => {
  it('show every member once, in order, one list after the other', () => {
    fc.assert(
      fc.property(lists, (sizes) => {
        const next = sizes.map(() => ({ known: 0, fresh: 0 }))
        let at = 0
        const pages = Math.ceil(total(sizes) / perPage)
        for (let page = 1; page <= pages; page += 1) {
          const plans = planPage(page, perPage, sizes)
          const shown = plans.reduce((sum, { places }) => sum + places.length, 0)
          expect(shown).toBe(page < pages ? perPage : total(sizes) - (pages - 1) * perPage)
          for (const [list, { known, fresh, places }] of plans.entries()) {
            const reached = next[list]!
            if (places.length > 0) {
              // No list begins before the previous one has ended.
              expect(list).toBeGreaterThanOrEqual(at)
              at = list
            }
            expect(known.limit === 0 || known.offset === reached.known).toBe(true)
            expect(fresh.limit === 0 || fresh.offset === reached.fresh).toBe(true)
            reached.known += known.limit
            reached.fresh += fresh.limit
            expect(places.length).toBe(known.limit + fresh.limit)
            expect(places.filter(Boolean).length).toBe(fresh.limit)
          }
        }
        expect(next).toEqual(sizes)
      }),
    )
  })

  it('give new members every sixth place while both last', () => {
    const [plan] = planPage(1, 12, [{ known: 100, fresh: 100 }])
    expect(plan?.places.map(Number)).toEqual([0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0])
  })

  it('continue with the next list within a page', () => {
    const [city, rest] = planPage(1, 12, [
      { known: 5, fresh: 0 },
      { known: 50, fresh: 0 },
    ])
    expect([city?.known, rest?.known]).toEqual([
      { offset: 0, limit: 5 },
      { offset: 0, limit: 7 },
    ])
  })

  it('are empty after the end', () => {
    fc.assert(
      fc.property(lists, (sizes) => {
        const plans = planPage(Math.ceil(total(sizes) / perPage) + 1, perPage, sizes)
        expect(plans.flatMap(({ places }) => places)).toEqual([])
      }),
    )
  })
})

it('the last page that the number of members promises is within the list, and the next one is not', () => {
  for (let places = 1; places <= 48; places += 1) {
    const last = Math.ceil(mostListed / places)
    expect([places, isWithinList(last, places), isWithinList(last + 1, places)]).toEqual([places, true, false])
  }
})

describe('the hook before a page', () => {
  const flow = (pagination: boolean, changeRegion: boolean) =>
    ({ freePages: 2, hooks: { pagination, changeRegion } }) as Flow
  const member = (level: 0 | 1 | 2) => ({ level }) as Principal
  it.each([
    ['the last free page', true, true, 0, { page: 2 }, undefined],
    ['the next', true, true, 0, { page: 3 }, 'paginazione'],
    ['the next, paying', true, true, 1, { page: 3 }, undefined],
    ['the next, in a flow without the hook', false, true, 0, { page: 3 }, undefined],
    ['another region', true, true, 0, { isElsewhere: true }, 'cambia_regione'],
    ['another region, paying', true, true, 2, { isElsewhere: true }, undefined],
    ['another region, in a flow without the hook', true, false, 0, { isElsewhere: true }, undefined],
    ['both: the region is said first', true, true, 0, { page: 3, isElsewhere: true }, 'cambia_regione'],
    ['both, in a flow with one hook', true, false, 0, { page: 3, isElsewhere: true }, 'paginazione'],
  ] as const)('is that of %s', (_, pagination, changeRegion, level, wanted, hook) =>
    expect(hookFor(flow(pagination, changeRegion), member(level), { page: 1, isElsewhere: false, ...wanted })).toBe(
      hook,
    ),
  )
})
