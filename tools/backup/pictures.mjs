import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { copyFile, privateFolder } from './copy.mjs'
import { picturesIn, writeWhole } from './folder.mjs'
import { progress } from './progress.mjs'

/** @param {string} folder @returns {Map<string, number>} size in bytes by path */
function picturesOf(folder) {
  if (!existsSync(folder)) return new Map()
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
      if (!entry.isFile() || entry.name.startsWith('.') || /\.new$|^gone\.json$/.test(entry.name)) return []
      const file = join(entry.parentPath, entry.name)
      const size = statSync(file, { throwIfNoEntry: false })?.size
      return size === undefined ? [] : [[file.slice(folder.length + 1), size]]
    }),
  )
}

/**
 * Copies the pictures that the other folder does not have yet. A stored picture never changes.
 * @param {string} from @param {string} to
 * @returns {Promise<number>} how many were copied
 */
export async function copyPictures(from, to) {
  const there = picturesOf(to)
  const missing = [...picturesOf(from)].filter(([path, size]) => there.get(path) !== size)
  const add = progress(
    'pictures',
    missing.reduce((sum, [, size]) => sum + size, 0),
  )
  let copied = 0
  for (const [path] of missing) {
    privateFolder(dirname(join(to, path)))
    const one = await copyFile(join(from, path), join(to, path), undefined)
    if (one === undefined) continue
    copied += 1
    add(one.bytes)
  }
  return copied
}

/**
 * Records which pictures DATA_DIR no longer has, and deletes those that no copy of the database needs.
 * @param {string} storage @param {string} folder of the backups
 * @param {{ now: Date, oldest: Date | undefined }} times `oldest`: the earliest time that can be restored
 * @returns {number} how many were deleted
 */
export function prunePictures(storage, folder, { now, oldest }) {
  const pictures = picturesIn(folder)
  const noteFile = join(pictures, 'gone.json')
  /** @type {Record<string, string>} */
  const before = existsSync(noteFile) ? JSON.parse(readFileSync(noteFile, 'utf8')) : {}
  const here = picturesOf(storage)
  /** @type {Record<string, string>} */
  const missing = {}
  let removed = 0
  for (const path of picturesOf(pictures).keys()) {
    if (here.has(path)) continue
    const since = before[path] ?? now.toISOString()
    if (oldest !== undefined && new Date(since) < oldest) {
      rmSync(join(pictures, path), { force: true })
      removed += 1
    } else missing[path] = since
  }
  writeWhole(noteFile, missing)
  return removed
}
