import { print } from '../support/output.mjs'
import { megabytes } from './progress.mjs'
import { readJson } from './target.mjs'

/** @typedef {import('./target.mjs').Storage} Storage */

/** The storage of the installation. @param {string} dataDir @returns {Promise<Storage>} */
export async function ownStorage(dataDir) {
  const { openStorage } = await import('#server/platform/storage/open.ts')
  return openStorage({ dataDir, storageUrl: process.env['STORAGE_URL'] })
}

/**
 * Copies the pictures that the other storage does not have yet, and compares what was written. A stored picture never
 * changes.
 * @param {Storage} from @param {Storage} to
 * @returns {Promise<number>} how many were copied
 */
export async function copyPictures(from, to) {
  const { copyStorage } = await import('#server/platform/storage/copy.ts')
  let printed = performance.now()
  const { copied } = await copyStorage({
    from,
    to,
    onProgress(done, all, bytes) {
      if (performance.now() - printed < 2000) return
      printed = performance.now()
      print(`  pictures: ${done} of ${all}, ${megabytes(bytes)} copied`)
    },
  })
  return copied
}

/**
 * Records which pictures the storage no longer has, and deletes those that no backup needs.
 * @param {Storage} storage @param {import('./target.mjs').Target} target
 * @param {{ now: Date, oldest: Date | undefined }} times `oldest`: the earliest time that can be restored
 * @returns {Promise<number>} how many were deleted
 */
export async function prunePictures(storage, target, { now, oldest }) {
  const [pictures, about] = [target.part('pictures'), target.part('about')]
  /** @type {Record<string, string>} */
  const before = (await readJson(about, 'gone.json')) ?? {}
  const here = new Set()
  for await (const { key } of storage.list()) here.add(key)
  /** @type {Record<string, string>} */
  const missing = {}
  let removed = 0
  for await (const { key } of pictures.list()) {
    if (here.has(key)) continue
    const since = before[key] ?? now.toISOString()
    if (oldest !== undefined && new Date(since) < oldest) {
      await pictures.remove(key)
      removed += 1
    } else missing[key] = since
  }
  await about.put('gone.json', JSON.stringify(missing))
  return removed
}

/**
 * Adds the pictures that the storage does not have. It may keep others, which no restored row names.
 * @param {import('./target.mjs').Target} from @param {Storage} storage
 */
export async function restorePictures(from, storage) {
  print('Copying the pictures …')
  print(`${await copyPictures(from.part('pictures'), storage)} pictures copied`)
}
