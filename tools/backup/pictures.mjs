import { print, printWarning } from '../support/output.mjs'
import { megabytes } from './progress.mjs'
import { readJson } from './target.mjs'

/** @typedef {import('./target.mjs').Storage} Storage */

/** The storage of the installation. @param {string} dataDir @returns {Promise<Storage>} */
export async function ownStorage(dataDir) {
  const { openStorage } = await import('#server/platform/storage/open.ts')
  return openStorage({ dataDir, storageUrl: process.env['STORAGE_URL'] })
}

/** A picture whose copy has another size. @typedef {{ key: string, here: number, there: number }} Differing */

/** What is made again under the same key, and may differ then: members' archives and the sizes of a photo. */
const MADE_AGAIN = /^(?:exports|variants)\//

/**
 * Copies the pictures that the backups do not have yet, and compares what was written. A stored picture never changes,
 * so one whose copy has another size was damaged, here or there, and the copy stays as it is.
 * @param {Storage} storage @param {Storage} backups
 * @returns {Promise<{ copied: number, differing: readonly Differing[] }>}
 */
export async function backUpPictures(storage, backups) {
  const { copied, kept } = await copyPictures(storage, backups, (key) => MADE_AGAIN.test(key))
  return { copied, differing: kept }
}

/** Says which pictures differ from their copies. @param {readonly Differing[]} differing */
export function reportDiffering(differing) {
  for (const { key, here, there } of differing)
    printWarning(
      `${key}: has ${here} bytes here and ${there} in the backups, whose copy stays as it is. If the one here is damaged, npm run restore -- --from=PLACE --pictures brings the copy back; if the copy is, remove it from PLACE/pictures.`,
    )
}

/** @param {Storage} from @param {Storage} to @param {(key: string) => boolean} [mayReplace] by default, all */
async function copyPictures(from, to, mayReplace = () => true) {
  const { copyStorage } = await import('#server/platform/storage/copy.ts')
  let printed = performance.now()
  return await copyStorage({
    from,
    to,
    mayReplace,
    onProgress(done, all, bytes) {
      if (performance.now() - printed < 2000) return
      printed = performance.now()
      print(`  pictures: ${done} of ${all}, ${megabytes(bytes)} copied`)
    },
  })
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
  if (here.size === 0)
    for await (const _ of pictures.list()) {
      // More likely than that all were deleted: the disk with them is not mounted.
      printWarning('The storage has no pictures and the backups do: they stay. Is its disk mounted?')
      return 0
    }
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
 * Adds the pictures that the storage does not have, and replaces those of another size, which were damaged. It may keep
 * others, which no restored row names.
 * @param {import('./target.mjs').Target} from @param {Storage} storage
 */
export async function restorePictures(from, storage) {
  print('Copying the pictures …')
  const { copied } = await copyPictures(from.part('pictures'), storage)
  print(`${copied} pictures copied`)
}
