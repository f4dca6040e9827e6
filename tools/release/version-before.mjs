import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../support/failure.mjs'
import { npm } from '../support/npm.mjs'
import { withProgress } from '../support/output.mjs'
import { root } from '../support/paths.mjs'
import { runNode } from '../support/run-node.mjs'

/** @param {...string} args */
const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/**
 * The newest release that this version comes after: its tag, or where no tag is, the commit that gave package.json the
 * version it has.
 * @returns {string} a commit
 */
export function releaseBefore() {
  try {
    return git('rev-list', '-n', '1', git('describe', '--tags', '--match', 'v*', '--abbrev=0', 'HEAD~1'))
  } catch {
    // There is no tag: an earlier commit has to do.
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const commit = git('log', '-n', '1', '--format=%H', `-S"version": "${version}"`, '--', 'package.json')
  if (commit === '') throw new Failure('The history does not reach back to a release: name a commit with --from.')
  return commit
}

/**
 * A folder with another version of Incontro and its packages, below `.cache`.
 * @param {string} from tag or commit
 * @returns {Promise<string>}
 */
export async function checkOut(from) {
  /** @type {string} */
  let commit
  try {
    commit = git('rev-parse', '--verify', `${from}^{commit}`)
  } catch (error) {
    throw new Failure(`--from: ${from} is no tag and no commit of this folder's history.`, { cause: error })
  }
  const folder = join(root, '.cache/versions', commit)
  const stamp = join(folder, '.ready')
  if (existsSync(stamp)) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  await withProgress(`Installing the packages of ${commit.slice(0, 8)} (once, a minute or so)`, () =>
    npm(['ci', '--omit=dev'], { cwd: folder }),
  )
  const { code } = await withProgress(`Building ${commit.slice(0, 8)}`, () =>
    runNode(['tools/build.mjs', '--here'], { cwd: folder, quiet: true }),
  )
  if (code !== 0) throw new Failure(`${from} could not be built.`)
  writeFileSync(stamp, '')
  return folder
}
