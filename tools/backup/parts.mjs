import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { Failure } from '../support/failure.mjs'

/** Bytes of a part: a bucket takes at most 10,000 pieces of 8 MiB in one file. */
const PART_BYTES = 4 * 1024 ** 3

/**
 * Stores a stream in parts, without holding it in memory.
 * @param {import('./target.mjs').Storage} storage @param {string} folder @param {Readable} source
 * @param {number} [partBytes]
 * @returns {Promise<import('./backups.mjs').Part[]>}
 */
export async function writeParts(storage, folder, source, partBytes = PART_BYTES) {
  /** @type {AsyncIterator<Buffer>} */
  const chunks = source[Symbol.asyncIterator]()
  /** What was read and belongs into the next part. @type {Buffer | undefined} */
  let waiting
  const next = async () => {
    const chunk = waiting ?? (await chunks.next()).value
    waiting = undefined
    return chunk
  }
  /** @type {import('./backups.mjs').Part[]} */
  const parts = []
  for (;;) {
    waiting = await next()
    if (waiting === undefined) return parts
    const hash = createHash('sha256')
    let bytes = 0
    const content = async function* () {
      while (bytes < partBytes) {
        const chunk = await next()
        if (chunk === undefined) return
        const fits = chunk.subarray(0, partBytes - bytes)
        if (fits.length < chunk.length) waiting = chunk.subarray(fits.length)
        hash.update(fits)
        bytes += fits.length
        yield fits
      }
    }
    const key = `${folder}/part-${String(parts.length + 1).padStart(5, '0')}`
    await storage.putStream(key, Readable.from(content(), { objectMode: false }))
    parts.push({ key, bytes, sha256: hash.digest('hex') })
  }
}

/**
 * Reads the parts one after the other and compares their checksums.
 * @param {import('./target.mjs').Storage} storage @param {readonly import('./backups.mjs').Part[]} parts
 * @param {(bytes: number) => void} add reports progress
 * @throws {Failure} for a part that is damaged or missing
 */
export async function* readParts(storage, parts, add) {
  for (const { key, sha256 } of parts) {
    const source = await storage.getStream(key)
    if (source === undefined) throw damaged(key, 'missing')
    const hash = createHash('sha256')
    for await (const chunk of source) {
      hash.update(chunk)
      add(chunk.length)
      yield chunk
    }
    if (hash.digest('hex') !== sha256) throw damaged(key, 'damaged')
  }
}

/** @param {string} key @param {string} how @param {unknown} [cause] */
export const damaged = (key, how, cause) =>
  new Failure(`database/base/${key} is ${how}: choose another backup with --at.`, { cause })
