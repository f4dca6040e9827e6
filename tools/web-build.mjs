import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from './failure.mjs'
import { makeFolder } from './folder.mjs'
import { runNpm } from './npm.mjs'
import { root } from './paths.mjs'
import { print, withProgress } from './output.mjs'

/** All that the bundle is made from. */
const SOURCES = [
  'web',
  'contract/src',
  'brands',
  'package-lock.json',
  'server/vite.emails.config.ts',
  'server/src/modules/outreach',
]
const SKIPPED = new Set(['node_modules', 'build', '.react-router'])

/**
 * Builds the pages when one of their sources changed since the last build.
 * @throws {Failure} with the end of what the build said
 */
export async function ensureWebBuilt() {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  if (scripts?.build === undefined) return print('There are no pages to build yet.')
  const stamp = join(root, 'web/build/.sources')
  const wanted = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  await withProgress('Building the pages', build)
  makeFolder(join(root, 'web/build'))
  writeFileSync(stamp, wanted)
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const source of SOURCES) add(hash, join(root, source))
  return hash.digest('hex')
}

/** Names, sizes and times: enough to see a change, and much quicker than reading. @param {import('node:crypto').Hash} hash @param {string} path */
function add(hash, path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return
  if (stat.isDirectory()) {
    for (const name of readdirSync(path).sort()) if (!SKIPPED.has(name)) add(hash, join(path, name))
  } else {
    hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`)
  }
}

async function build() {
  const { code, output } = await runNpm(['run', 'build'], root)
  if (code === 0) return
  process.stdout.write(output)
  throw new Failure('The pages could not be built; the reason is above.')
}
