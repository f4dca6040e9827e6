import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from './npm.mjs'
import { root } from './paths.mjs'
import { withProgress } from './output.mjs'

const stamp = join(root, 'node_modules', '.installed')

/** Installs the packages of package-lock.json when that has not been done, or was done for another one. */
export async function ensureInstalled() {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const wanted = createHash('sha256').update(lock).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  if (!isInstalled(JSON.parse(lock)))
    await withProgress('Installing the packages (once, a minute or so)', () => npm(['ci'], { cwd: root }))
  writeFileSync(stamp, wanted)
}

/**
 * Whether what npm noted at its last install is what the lock file wants, as after an `npm ci` by hand.
 * @param {{ packages: Record<string, { version?: string, optional?: boolean, link?: boolean }> }} lock
 */
function isInstalled(lock) {
  const note = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(note)) return false
  /** @type {typeof lock.packages} */
  const there = JSON.parse(readFileSync(note, 'utf8')).packages
  const wanted = Object.entries(lock.packages).filter(([path]) => path.includes('node_modules/'))
  return (
    wanted.every(([path, entry]) =>
      there[path] === undefined ? entry.optional === true : there[path].version === entry.version,
    ) && Object.keys(there).every((path) => lock.packages[path] !== undefined)
  )
}
