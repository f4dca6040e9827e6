import { describe, expect, it } from 'vitest'
import { pageWindow } from './pagination-window.ts'

describe('pageWindow', () => {
  it.each([
    [1, 21, [1, 2, 3, 4, 5]],
    [5, 21, [1, 2, 3, 4, 5]],
    [6, 21, [6, 7, 8, 9, 10]],
    [21, 21, [21]],
    [2, 3, [1, 2, 3]],
    [1, 0, [1]],
    [99, 7, [6, 7]],
    [-4, 7, [1, 2, 3, 4, 5]],
  ])('page %i of %i', (page, pages, shown) => expect(pageWindow(page, pages)).toEqual(shown))
})
