import { LRUCache } from 'lru-cache'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { compressPieces, type Pieces } from './assembled-gzip.ts'
import type { LeanPage } from './lean.ts'

/** A page that is the same for every visitor with the same key, ready to be sent. */
export interface StoredPage {
  /** Its text, cut where the nonce of each answer goes; one part when it holds none. */
  readonly parts: readonly string[]
  /** Compressed once: the whole of a page without a nonce, the pieces of one that holds it. */
  readonly encoded: { readonly br: Buffer; readonly gzip: Buffer } | undefined
  readonly pieces: Pieces | undefined
  readonly styleHash: string | undefined
}

export interface PageCache {
  get(key: string): StoredPage | undefined
  put(key: string, page: LeanPage, nonce: string): Promise<StoredPage>
}

/** Long enough to carry a rush of visitors, short enough that a new review is there soon. */
const ttl = 60_000
const most = 1000

export function createPageCache(): PageCache {
  const pages = new LRUCache<string, StoredPage>({ max: most, ttl })
  return {
    get: (key) => pages.get(key),
    async put(key, { html, styleHash }, nonce) {
      const parts = html.split(nonce)
      const page =
        parts.length === 1
          ? { parts, encoded: await encode(html), pieces: undefined, styleHash }
          : { parts, encoded: undefined, pieces: await compressPieces(parts, Buffer.byteLength(nonce)), styleHash }
      pages.set(key, page)
      return page
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
