import { expect, it } from 'vitest'
import { isFarEnough, pullWay } from './pull-way.ts'

it.each([
  [0, 0, 'undecided'],
  [7, 7, 'undecided'],
  [-7, -7, 'undecided'],
  [0, -8, 'elsewhere'],
  [8, 0, 'elsewhere'],
  [-8, 8, 'elsewhere'],
  [8, 8, 'elsewhere'],
  [7, 8, 0],
  [-7, 8, 0],
  [0, 28, 10],
  [19, 20, 6],
  [20, 20, 'elsewhere'],
  [0, 184, 88],
  [0, 500, 88],
])('a finger that moves by %i to the right and %i down begins to pull: %s', (right, down, way) => {
  expect(pullWay(false, { right, down })).toBe(way)
})

it.each([
  [0, 0, 0],
  [0, -50, 0],
  [90, 28, 10],
  [0, 184, 88],
])('once it pulls, %i to the right and %i down are a way of %i', (right, down, way) => {
  expect(pullWay(true, { right, down })).toBe(way)
})

it('releasing refreshes from 56 pixels on', () => expect([55.9, 56].map(isFarEnough)).toEqual([false, true]))
