import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planPage } from './pages.ts'

const perPage = 12
const size = fc.integer({ min: 0, max: 200 })

describe('the pages of the list', () => {
  it('show everybody once, in order', () => {
    fc.assert(
      fc.property(size, size, (known, fresh) => {
        let nextKnown = 0
        let nextFresh = 0
        for (let page = 1; page <= Math.ceil((known + fresh) / perPage); page += 1) {
          const plan = planPage(page, perPage, known, fresh)
          expect(plan.known.limit === 0 || plan.known.offset === nextKnown).toBe(true)
          expect(plan.fresh.limit === 0 || plan.fresh.offset === nextFresh).toBe(true)
          nextKnown += plan.known.limit
          nextFresh += plan.fresh.limit
          expect(plan.places.length).toBe(plan.known.limit + plan.fresh.limit)
          expect(plan.places.filter(Boolean).length).toBe(plan.fresh.limit)
        }
        expect(nextKnown).toBe(known)
        expect(nextFresh).toBe(fresh)
      }),
    )
  })

  it('give new members every sixth place while both lists last', () => {
    expect(planPage(1, 12, 100, 100).places.map(Number)).toEqual([0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0])
  })

  it('are empty behind the end', () => {
    fc.assert(
      fc.property(size, size, (known, fresh) => {
        expect(planPage(Math.ceil((known + fresh) / perPage) + 1, perPage, known, fresh).places).toEqual([])
      }),
    )
  })
})
