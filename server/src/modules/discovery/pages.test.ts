import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planPage, type Size } from './pages.ts'

const perPage = 12
const size = fc.record({ known: fc.integer({ min: 0, max: 200 }), fresh: fc.integer({ min: 0, max: 200 }) })
const lists = fc.array(size, { minLength: 1, maxLength: 3 })
const total = (sizes: readonly Size[]) => sizes.reduce((sum, { known, fresh }) => sum + known + fresh, 0)

describe('the pages of lists that follow each other', () => {
  it('show everybody once, in order, one list after the other', () => {
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
              // None begins before the one in front of it is over.
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

  it('go over from one list to the next within a page', () => {
    const [city, rest] = planPage(1, 12, [
      { known: 5, fresh: 0 },
      { known: 50, fresh: 0 },
    ])
    expect([city?.known, rest?.known]).toEqual([
      { offset: 0, limit: 5 },
      { offset: 0, limit: 7 },
    ])
  })

  it('are empty behind the end', () => {
    fc.assert(
      fc.property(lists, (sizes) => {
        const plans = planPage(Math.ceil(total(sizes) / perPage) + 1, perPage, sizes)
        expect(plans.flatMap(({ places }) => places)).toEqual([])
      }),
    )
  })
})
