import { LRUCache } from 'lru-cache'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { WholePage } from './built.ts'

/** A page shared by all visitors with the same key, compressed once. */
export interface StoredPage extends WholePage {
  readonly br: Buffer
  readonly gzip: Buffer
}

export interface PageCache {
  get(key: string): StoredPage | undefined
  /**
   * Stores what `make` returns; concurrent callers with the same key wait for one run.
   * @param make returns undefined for a page that must not be shared; it is not stored
   */
  make(key: string, make: () => Promise<WholePage | undefined>): Promise<StoredPage | undefined>
}

/** Milliseconds: long enough to absorb a burst of visitors, short enough that a new review appears soon. */
const ttl = 60_000
const most = 1000

export function createPageCache(): PageCache {
  const pages = new LRUCache<string, StoredPage>({ max: most, ttl })
  const making = new Map<string, Promise<StoredPage | undefined>>()

  async function store(key: string, made: Promise<WholePage | undefined>): Promise<StoredPage | undefined> {
    const page = await made
    if (!page) return undefined
    const stored = { ...page, ...(await encode(page.html)) }
    pages.set(key, stored)
    return stored
  }

  return {
    get: (key) => pages.get(key),
    make(key, make) {
      const begun = making.get(key) ?? store(key, make()).finally(() => making.delete(key))
      making.set(key, begun)
      return begun
    },
  }
}

async function encode(html: string): Promise<{ br: Buffer; gzip: Buffer }> {
  const bytes = Buffer.from(html)
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(bytes, brotli),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  return { br, gzip: zipped }
}
