import { Failure } from './failure.mjs'
import { warn } from './progress.mjs'
import { needsRuntime, runAgain } from './runtime.mjs'

/**
 * How each command begins: under a Node that can run the program, bringing it first where the machine's is older. A
 * failure that a person can put right is told in its sentence; anything else with its stack.
 * @param {() => Promise<number>} main resolves with the exit code
 */
export async function enter(main) {
  // A database that was adopted is nobody's child here, and waiting for it alone would not keep Node from leaving.
  setInterval(() => undefined, 2 ** 30)
  const [major = 0] = process.versions.node.split('.').map(Number)
  try {
    if (major < 20)
      throw new Failure(
        `This is Node ${process.versions.node} and Incontro needs 20 or newer: please install one from nodejs.org.`,
      )
    process.exitCode = needsRuntime() ? await runAgain() : await main()
  } catch (error) {
    warn(error instanceof Failure ? error.message : String(error instanceof Error ? error.stack : error))
    process.exitCode = 1
  }
  // A request to stop keeps listening, which is no reason to stay.
  process.exit()
}
