import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Memory in bytes (V8 reserves half of it for code), open files, seconds of processor time, and no memory dump. */
const limits = ['prlimit', '--data=900000000', '--nofile=64', '--cpu=10', '--core=0']
/** A network of its own, without any interface. */
const withoutNetwork = ['unshare', '--user', '--net']
/** Where the server runs as root, as in many containers: an account that owns no file. */
const withoutFiles = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']

/** From the strictest to none: what the machine offers is known only by trying. */
const candidates = (): readonly (readonly string[])[] => [
  ...(process.getuid?.() === 0
    ? [
        ['unshare', '--net', ...withoutFiles, ...limits],
        [...withoutFiles, ...limits],
      ]
    : []),
  [...withoutNetwork, ...limits],
  limits,
  [],
]

let found: Promise<readonly string[]> | undefined

/**
 * The command before a program that reads what strangers sent: it runs with little memory and, where the system allows
 * it, without network and as a user without files. Empty on a system without these tools. Tried once per process.
 */
export function sandbox(): Promise<readonly string[]> {
  found ??= (async () => {
    for (const command of candidates()) {
      // Another account may not be allowed to read the program's files.
      const read = `require('node:fs').readFileSync(${JSON.stringify(import.meta.filename)})`
      const [program, ...args] = [...command, process.execPath, '-e', read]
      // A machine that refuses one offers perhaps the next.
      const works = await run(program!, args, { timeout: 10_000 }).then(
        () => true,
        () => false,
      )
      if (works) return command
    }
    return []
  })()
  return found
}
