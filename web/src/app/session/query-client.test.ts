import { expect, it } from 'vitest'
import { ApiProblem } from '../api/api.ts'
import { ownPhoto } from './own-photo.ts'
import { createQueryClient } from './query-client.ts'

const again = (count: number, error: Error): unknown => {
  const { retry } = createQueryClient().getDefaultOptions().queries ?? {}
  return typeof retry === 'function' && retry(count, error)
}

it.each([
  [0, 0, true],
  [500, 0, true],
  [503, 1, true],
  [503, 2, false],
  [499, 0, false],
  [401, 0, false],
  [404, 0, false],
])('after a reply %i, asked again %i times already, it is asked once more: %s', (status, count, expected) =>
  expect(again(count, new ApiProblem(status, '', ''))).toBe(expected),
)

it('what is wrong in the page itself is not asked again', () => expect(again(0, new Error('wrong'))).toBe(false))

it('a member’s own photo is the main one, else the first', () => {
  const photo = (name: string, isDefault = false) => ({ path: `/${name}`, name, isDefault })
  expect(ownPhoto({ photos: [photo('a'), photo('b', true)] })).toBe('/b')
  expect(ownPhoto({ photos: [photo('a'), photo('b')] })).toBe('/a')
  expect(ownPhoto({ photos: [] })).toBeNull()
})
