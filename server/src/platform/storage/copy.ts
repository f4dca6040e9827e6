import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Storage } from '#platform/storage.ts'

export interface CopyResult {
  /** Files that the target did not have. */
  readonly copied: number
  readonly bytes: number
  /** Files that the target had already. */
  readonly there: number
  /** Files that the target has with another size, and keeps. */
  readonly kept: readonly { readonly key: string; readonly here: number; readonly there: number }[]
  /** Files of the target that the source does not have. */
  readonly extra: number
  /** Whether the extra files were removed. */
  readonly removed: boolean
}

export interface CopyOptions {
  readonly from: Storage
  readonly to: Storage
  /** Compares the files that the target has already by checksum instead of by size. */
  readonly verify?: boolean
  /** Removes files of the target that the source does not have. */
  readonly remove?: boolean
  /** Whether a file of the target may be replaced by one that differs; by default, every one may. */
  readonly mayReplace?: (key: string) => boolean
  readonly onProgress?: (done: number, all: number, bytes: number) => void
}

/** Files copied concurrently. */
const concurrency = 8

/**
 * Makes one storage the same as another. A file that is copied is read back and compared by checksum. A run that was
 * killed is continued by the next one, because a storage has complete files only.
 * @throws when a file differs after it was copied, and for a removal from a source that has none
 */
export async function copyStorage({ from, to, ...options }: CopyOptions): Promise<CopyResult> {
  const there = new Map<string, number>()
  for await (const { key, size } of to.list()) there.set(key, size)
  const here: { key: string; size: number }[] = []
  for await (const file of from.list()) here.push(file)
  // More likely than that all were deleted: the disk of the source is not mounted.
  if (options.remove && here.length === 0 && there.size > 0)
    throw new Error('what is copied from has no files, so nothing is removed: is its disk mounted?')
  let [copied, bytes, done] = [0, 0, 0]
  const isThere = async (key: string, size: number): Promise<boolean> =>
    there.get(key) === size && (!options.verify || (await checksum(to, key)) === (await checksum(from, key)))
  const kept: { key: string; here: number; there: number }[] = []
  await each(here, async ({ key, size }) => {
    const known = there.get(key)
    if (known !== undefined && known !== size && options.mayReplace?.(key) === false)
      kept.push({ key, here: size, there: known })
    else if (!(await isThere(key, size))) {
      const length = await copyFile(from, to, key)
      if (length !== undefined) [copied, bytes] = [copied + 1, bytes + length]
    }
    options.onProgress?.((done += 1), here.length, bytes)
  })
  for (const { key } of here) there.delete(key)
  // Looked up again: a file may have been stored while the source was listed.
  const extra: string[] = []
  for (const key of there.keys()) if (!(await from.stat(key))) extra.push(key)
  if (options.remove) await each(extra, (key) => to.remove(key))
  return { copied, bytes, there: here.length - copied, kept, extra: extra.length, removed: options.remove === true }
}

/** @returns the size in bytes; undefined when the file was removed meanwhile */
async function copyFile(from: Storage, to: Storage, key: string): Promise<number | undefined> {
  const source = await from.getStream(key)
  if (!source) return undefined
  const hash = createHash('sha256')
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, give) {
      hash.update(chunk)
      give(null, chunk)
    },
  })
  const [, bytes] = await Promise.all([pipeline(source, hashed), to.putStream(key, hashed)])
  if ((await checksum(to, key)) !== hash.digest('hex')) {
    await to.remove(key)
    throw new Error(`${key} was not stored as it was sent: the copy was removed, run this again`)
  }
  return bytes
}

async function checksum(storage: Storage, key: string): Promise<string | undefined> {
  const stream = await storage.getStream(key)
  if (!stream) return undefined
  const hash = createHash('sha256')
  for await (const chunk of stream as AsyncIterable<Buffer>) hash.update(chunk)
  return hash.digest('hex')
}

async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  // The first failure ends all: an iterator that is closed yields nothing more.
  const ends = await Promise.allSettled(
    Array.from({ length: concurrency }, async () => {
      for (const item of left) await work(item)
    }),
  )
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
