import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib'
import { expect, it, vi } from 'vitest'
import { createPageCache, type StoredPage } from './page-cache.ts'

/** About 20 kB of text that compresses differently at each quality. */
const textOf = (seed: number): string =>
  Array.from(
    { length: 2000 },
    (_, line) => `<p class="_${(line * seed) % 97}">${(line * line * seed) % 9973}</p>`,
  ).join('')
const smallest = (html: string): number =>
  brotliCompressSync(html, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: html.length },
  }).length

let now = 1
const cache = createPageCache(() => now)
const make = (html: string): Promise<StoredPage | undefined> =>
  cache.make('key', async () => ({ html, styleHash: "'sha256-x'" }))
const untilSmallest = (html: string): Promise<StoredPage> =>
  vi.waitFor(() => {
    const page = cache.get('key')
    expect(page?.br.length).toBe(smallest(html))
    return page as StoredPage
  })

/** The cache reads the clock once in a millisecond. */
const untilExpired = (): Promise<void> => vi.waitFor(() => expect(cache.get('key')).toBeUndefined())

it('serves a page at once, in its smallest form once it is asked for again, and compresses it only after a change', async () => {
  const [first, second] = [textOf(7), textOf(11)]
  const once = await make(first)
  expect(once?.br.length).toBeGreaterThan(smallest(first))
  now += 60_001
  await untilExpired()
  const fresh = await make(first)
  expect(fresh?.br).toBe(once?.br)
  expect(cache.get('key')).toBe(fresh)
  const small = await untilSmallest(first)
  expect(String(brotliDecompressSync(small.br))).toBe(first)

  // Being replaced does not make it last longer.
  now += 60_001
  await untilExpired()

  const unchanged = await make(first)
  expect(unchanged?.br).toBe(small.br)
  expect(unchanged?.gzip).toBe(small.gzip)
  expect(cache.get('key')).toBe(unchanged)

  now += 60_001
  await untilExpired()
  const changed = await make(second)
  expect(String(brotliDecompressSync(changed?.br ?? Buffer.alloc(0)))).toBe(second)
  expect(String(gunzipSync(changed?.gzip ?? Buffer.alloc(0)))).toBe(second)
  expect(String(brotliDecompressSync((await untilSmallest(second)).br))).toBe(second)
})
