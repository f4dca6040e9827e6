import { expect, it } from 'vitest'
import { createPace } from './pace.ts'

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000)
const secondsOf = (date: Date) => (date.getTime() - at(0).getTime()) / 1000

it('lets a burst through, then one mail after the other; each domain by itself', () => {
  const pace = createPace(60)
  const places = Array.from({ length: 10 }, () => secondsOf(pace.placeFor('a@one.example', at(0))))
  expect(places).toEqual([0, 0, 0, 0, 0, 0, 1, 2, 3, 4])
  expect(secondsOf(pace.placeFor('a@two.example', at(0)))).toBe(0)
  expect(secondsOf(pace.placeFor('b@ONE.example', at(0)))).toBe(5)
  // After a quiet time there is a burst again, and no more than one.
  expect(Array.from({ length: 8 }, () => secondsOf(pace.placeFor('a@one.example', at(500))))).toEqual([
    500, 500, 500, 500, 500, 500, 501, 502,
  ])
})

it('counts mail that does not wait, and pauses a domain that asks for it', () => {
  const pace = createPace(60)
  for (let n = 0; n < 10; n += 1) pace.count('a@one.example', at(0))
  expect(secondsOf(pace.placeFor('a@one.example', at(0)))).toBe(5)
  pace.pause('x@two.example', at(0))
  expect(secondsOf(pace.placeFor('y@two.example', at(0)))).toBe(600)
  pace.pause('x@two.example', at(1))
  expect(secondsOf(pace.placeFor('y@two.example', at(1)))).toBe(601)
})

it('forgets domains at rest when there are many', () => {
  const pace = createPace(60)
  pace.pause('x@busy.example', at(0))
  for (let n = 0; n < 12_000; n += 1) pace.count(`x@${n}.example`, at(n / 1000))
  expect(secondsOf(pace.placeFor('x@busy.example', at(13)))).toBe(600)
})
