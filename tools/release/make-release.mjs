import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { makeFolder } from '../support/folder.mjs'
import { npmOutput } from '../support/npm.mjs'
import { root } from '../support/paths.mjs'
import { licencesOf } from './licences.mjs'
import { runtimeLock } from './runtime-lock.mjs'

/** Folders and files of the project that a server needs, or its operator reads. */
const CONTENT = [
  'brands',
  'contract',
  'deploy',
  'docs',
  'server',
  'tools',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
]
/** What serves only to build and to test, and files of settings, which have the secrets of the installation here. */
const LEFT_OUT =
  /(?:^|\/)(?:node_modules|\.builds|testing|images|screens)$|\.test\.m?tsx?$|\.test\.mjs$|\.env[^/]*$|^server\/(?:test|build|vite\..*)$|^server\/src\/i18n$|^tools\/(?:bench\.mjs|build\.mjs|code-rules|lint|mutate.*|proof|release|screens.*|soak\.mjs|test.*|texts.*)$/
/** These npm scripts run something that is left out. */
const SCRIPTS_LEFT_OUT =
  /^(?:start|test|bench|mutate|format|texts|soak|load|screens|build|schema:write|recorded:write|docs:write)$/

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'))

/**
 * Makes a folder that runs with nothing else than its production packages: `npm ci --omit=dev`, then `npm run serve`.
 * @param {string} [below] where it is made
 * @returns {Promise<string>} the folder
 */
export async function makeRelease(below = join(root, 'dist')) {
  const project = readJson('package.json')
  const target = join(below, `incontro-${project.version}`)
  const draft = `${target}.new`
  rmSync(draft, { recursive: true, force: true })
  makeFolder(draft)
  for (const name of CONTENT)
    cpSync(join(root, name), join(draft, name), {
      recursive: true,
      filter: (from) => !LEFT_OUT.test(from.slice(root.length + 1)),
    })
  for (const folder of ['web', 'server']) copyBuild(folder, draft)

  const server = readJson('server/package.json').dependencies
  const workspaces = { contract: readJson('contract/package.json').dependencies, server, web: packagesOfPages() }
  writePackages(draft, project, workspaces)
  const lock = runtimeLock(readJson('package-lock.json'), workspaces)
  writeJson(join(draft, 'package-lock.json'), lock)
  const paths = Object.keys(lock.packages).filter((path) => path.includes('node_modules/'))
  writeFileSync(join(draft, 'THIRD-PARTY-LICENCES.txt'), licencesOf(root, paths))
  const list = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']
  writeFileSync(join(draft, 'sbom.cdx.json'), await npmOutput(list, { cwd: draft }))
  const builds = Object.fromEntries(['web', 'server'].map((folder) => [folder, versionOf(folder)]))
  writeJson(join(draft, 'release.json'), { version: project.version, builds })
  rmSync(target, { recursive: true, force: true })
  renameSync(draft, target)
  return target
}

/** @param {string} folder */
const versionOf = (folder) => basename(realpathSync(join(root, folder, 'build')))

/** @param {string} folder @param {string} draft */
function copyBuild(folder, draft) {
  const version = versionOf(folder)
  cpSync(join(root, folder, '.builds', version), join(draft, folder, '.builds', version), {
    recursive: true,
    filter: (from) => !basename(from).startsWith('.used-by-'),
  })
  // The link's target names the build: browsers compare it with theirs.
  symlinkSync(join('.builds', version), join(draft, folder, 'build'))
}

/** The packages that the pages import on the server; everything else is bundled. */
function packagesOfPages() {
  /** @type {import('./runtime-lock.mjs').Ranges} */
  const declared = readJson('web/package.json').dependencies
  const folder = realpathSync(join(root, 'web/build/server'))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
  const code = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  return Object.fromEntries(
    Object.entries(declared).filter(([name]) => new RegExp(`["']${name}(?:/[^"']*)?["']`).test(code)),
  )
}

/**
 * @param {string} draft
 * @param {any} project
 * @param {Readonly<Record<string, import('./runtime-lock.mjs').Ranges>>} workspaces
 */
function writePackages(draft, project, workspaces) {
  const { devDependencies: _tests, dependencies: _builds, scripts, ...rest } = project
  const kept = Object.entries(scripts).filter(([name]) => !SCRIPTS_LEFT_OUT.test(name))
  writeJson(join(draft, 'package.json'), {
    ...rest,
    workspaces: Object.keys(workspaces),
    scripts: Object.fromEntries(kept),
  })
  for (const [folder, dependencies] of Object.entries(workspaces)) {
    const { devDependencies: _, scripts: _scripts, ...own } = readJson(`${folder}/package.json`)
    if (!existsSync(join(draft, folder))) makeFolder(join(draft, folder))
    writeJson(join(draft, folder, 'package.json'), { ...own, dependencies })
  }
}

/** @param {string} file @param {unknown} content */
function writeJson(file, content) {
  writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`)
}
