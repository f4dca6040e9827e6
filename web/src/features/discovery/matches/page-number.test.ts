import { afterEach, expect, it, vi } from 'vitest'
import { pageFrom, pageHref, rememberedPage, rememberPage } from './page-number.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['', 1],
  ['page=', 1],
  ['page=0', 1],
  ['page=1', 1],
  ['page=2', 2],
  ['page=2.5', 1],
  ['page=-1', 1],
  ['page=x', 1],
  ['page=100000', 100_000],
  ['page=100001', 1],
])('%s is page %i', (query, page) => expect(pageFrom(new URLSearchParams(query))).toBe(page))

it('the first page has no number in its address', () => {
  expect([1, 2].map(pageHref)).toEqual(['/find', '/find?page=2'])
})

it('the last page is remembered where there is storage', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  expect(rememberedPage()).toBe(1)
  rememberPage(7)
  expect([...stored]).toEqual([['page', '7']])
  expect(rememberedPage()).toBe(7)
  const refuse = () => {
    throw new Error('no storage')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
  rememberPage(8)
  expect(rememberedPage()).toBe(1)
})
