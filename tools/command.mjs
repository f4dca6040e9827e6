import { join } from 'node:path'
import { Failure } from './failure.mjs'
import { printWarning } from './output.mjs'
import { root } from './paths.mjs'
import { needsRuntime, rerunUnderRuntime } from './runtime.mjs'

/**
 * Runs one of the npm commands, under a Node that can run the program: one is installed first where the machine's is
 * older. A `Failure` is printed as its sentence, any other error with its stack.
 * @param {() => Promise<number>} main resolves with the exit code
 */
export async function runCommand(main) {
  // Our programs are TypeScript, and Node keeps here what it made of it: the next start takes half the processor time. Where nothing
  // can be written, Node does without.
  process.env['NODE_COMPILE_CACHE'] ??= join(root, '.cache/compile')
  // An adopted database is not our child: waiting for it alone does not keep Node's event loop alive.
  setInterval(() => undefined, 2 ** 30)
  // The reader of our output may be gone, or its disk full: no reason to stop serving.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  const [major = 0] = process.versions.node.split('.').map(Number)
  try {
    if (major < 20)
      throw new Failure(
        `This is Node ${process.versions.node} and Incontro needs 20 or newer: please install one from nodejs.org.`,
      )
    process.exitCode = needsRuntime() ? await rerunUnderRuntime() : await main()
  } catch (error) {
    printWarning(error instanceof Failure ? error.message : String(error instanceof Error ? error.stack : error))
    process.exitCode = 1
  }
  // The listeners of a stop request would keep the process alive.
  process.exit()
}
