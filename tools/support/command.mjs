import { join } from 'node:path'
import { Failure } from './failure.mjs'
import { printWarning } from './output.mjs'
import { root } from './paths.mjs'
import { needsRuntime, rerunUnderRuntime } from './runtime.mjs'

/**
 * Runs one of the npm commands. If the machine's Node is too old for the program, a newer one is installed first. A
 * `Failure` and a storage that is full or away are printed as a sentence, any other error with its stack.
 * @param {() => Promise<number>} main resolves with the exit code
 */
export async function runCommand(main) {
  // Node caches our compiled TypeScript here, which halves the processor time of the next start. If the folder is not
  // writable, Node works without the cache.
  process.env['NODE_COMPILE_CACHE'] ??= join(root, '.cache/compile')
  // An adopted database is not our child process, so waiting for it does not keep Node's event loop alive.
  setInterval(() => undefined, 2 ** 30)
  // The reader of our output may have exited or its disk may be full; the server keeps serving.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  const [major = 0] = process.versions.node.split('.').map(Number)
  try {
    if (major < 20)
      throw new Failure(
        `This is Node ${process.versions.node} and Incontro needs 20 or newer: please install one from nodejs.org.`,
      )
    process.exitCode = needsRuntime() ? await rerunUnderRuntime() : await main()
  } catch (error) {
    printWarning(sentenceOf(error))
    process.exitCode = 1
  }
  // Without this, the listeners of the stop request would keep the process alive.
  process.exit()
}

/** @param {unknown} error */
function sentenceOf(error) {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof Failure) return error.message
  // Its class is in a file of the server, which an older Node cannot load.
  if (error.name === 'StorageUnavailable')
    return `A folder or bucket of files is full, away or refuses access: ${error.message}. Run the command again when it is there.`
  return String(error.stack)
}
