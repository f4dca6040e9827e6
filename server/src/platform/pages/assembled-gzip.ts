import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'

/** A text in pieces between which a word goes that differs from answer to answer, and always is as long. */
export interface Pieces {
  readonly plain: readonly Buffer[]
  /** Raw deflate blocks that end on a byte, and refer to what stands before them but never to the word. */
  readonly deflated: readonly Buffer[]
  /** Bytes. */
  readonly wordLength: number
}

/** How far back deflate refers. */
const window = 32_768
/** No byte of UTF-8: nothing in the pieces is like it, so nothing refers to where the word will be. */
const never = 0xff

/** @param wordLength bytes of the word that will stand between the pieces */
export async function compressPieces(parts: readonly string[], wordLength: number): Promise<Pieces> {
  const plain = parts.map((part) => Buffer.from(part))
  const gap = Buffer.alloc(wordLength, never)
  let before = Buffer.alloc(0)
  const dictionaries = plain.map((part) => {
    const dictionary = before
    before = Buffer.concat([before, part, gap]).subarray(-window)
    return dictionary
  })
  const deflated = await Promise.all(
    plain.map((part, n) =>
      promisify(deflateRaw)(part, {
        level: 9,
        finishFlush: constants.Z_SYNC_FLUSH,
        ...(n === 0 ? {} : { dictionary: dictionaries[n] ?? gap }),
      }),
    ),
  )
  return { plain, deflated, wordLength }
}

/** Deflate, no flags, no time, Unix (RFC 1952). */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
/** An empty block that is the last. */
const end = Buffer.from([3, 0])

/** One gzip member of all pieces with `between` in the gaps, as a block that is stored and not compressed (RFC 1951, 3.2.4): no compression is done for an answer. */
export function assembleGzip({ plain, deflated, wordLength }: Pieces, between: string): Buffer {
  const word = Buffer.from(between)
  if (word.length !== wordLength)
    throw new Error(`the pieces were made for a word of ${wordLength} bytes, not ${word.length}`)
  const stored = Buffer.alloc(5 + word.length)
  stored.writeUInt16LE(word.length, 1)
  stored.writeUInt16LE(~word.length & 0xffff, 3)
  word.copy(stored, 5)
  const out: Buffer[] = [header]
  let checksum = 0
  let length = 0
  for (const [at, part] of plain.entries()) {
    if (at > 0) {
      out.push(stored)
      checksum = crc32(word, checksum)
      length += word.length
    }
    out.push(deflated[at] ?? Buffer.alloc(0))
    checksum = crc32(part, checksum)
    length += part.length
  }
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(checksum, 0)
  trailer.writeUInt32LE(length >>> 0, 4)
  return Buffer.concat([...out, end, trailer])
}
