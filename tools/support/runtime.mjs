import { spawn } from 'node:child_process'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { Failure, folderFailure } from './failure.mjs'
import { makeFolder } from './folder.mjs'
import { tryLock } from './file-lock.mjs'
import { npm } from './npm.mjs'
import { root } from './paths.mjs'
import { withProgress } from './output.mjs'
import { stopRequest } from './stop-request.mjs'

/** The first version of Node that runs TypeScript without a warning. */
const NEEDED = /** @type {const} */ ([24, 3])

export function needsRuntime() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isOld = major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])
  // Debian builds its Node without.
  return isOld || process.features.typescript === false
}

/**
 * Runs the current command again under the Node in `.runtime`, which is installed from npm by exact version and
 * checksum.
 * @returns {Promise<number>} its exit code
 */
export async function rerunUnderRuntime() {
  const node = await installNode()
  const env = {
    ...process.env,
    PATH: `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}`,
    npm_execpath: join(root, '.runtime/node_modules/npm/bin/npm-cli.js'),
  }
  const child = spawn(node, process.argv.slice(1), { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  void stopRequest().then(() => {
    // The child has its own time limits for everything that it stops.
    child.kill('SIGTERM')
  })
  return new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(new Failure(`Node ${version()} in ${dirname(node)} cannot be run: ${error.message}.`, { cause: error })),
    )
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** @returns {Promise<string>} path of the program */
async function installNode() {
  const folder = join(root, '.runtime')
  const name = `node-${process.platform}-${process.arch}`
  const node = join(folder, 'node_modules', name, 'bin', 'node')
  const stamp = join(folder, 'ready')
  const wanted = readFileSync(join(root, 'tools/runtime/package-lock.json'), 'utf8')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && existsSync(node)) return node
  if (!wanted.includes(`"node_modules/${name}"`)) {
    throw new Failure(
      `This is Node ${process.versions.node} and Incontro needs ${NEEDED.join('.')} or newer; for ${process.platform} ${process.arch} please install it from nodejs.org.`,
    )
  }
  try {
    makeFolder(folder)
    const held = tryLock(join(folder, 'lock'))
    if ('holder' in held)
      throw new Failure(
        `Process ${held.holder.pid} is bringing Node ${version()} at this moment; start again when it is done.`,
      )
    try {
      for (const file of ['package.json', 'package-lock.json'])
        cpSync(join(root, 'tools/runtime', file), join(folder, file))
      await withProgress(`This is Node ${process.versions.node}: bringing Node ${version()}`, () =>
        npm(['ci'], { cwd: folder }),
      )
      writeFileSync(stamp, wanted)
    } finally {
      held.release()
    }
  } catch (error) {
    throw folderFailure(error, 'The project folder', root) ?? error
  }
  return node
}

function version() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'tools/runtime/package.json'), 'utf8'))
  return Object.values(optionalDependencies)[0]
}
