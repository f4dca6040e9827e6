import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What the program may use. V8 reserves half a gigabyte of the memory for code. */
interface Allowed {
  readonly megabytes: number
  /** Of processor time. */
  readonly seconds: number
}
const usual: Allowed = { megabytes: 900, seconds: 10 }

/** Memory, processor time, open files, and no memory dump. */
const limitsOf = ({ megabytes, seconds }: Allowed): readonly string[] => [
  'prlimit',
  `--data=${megabytes}000000`,
  `--cpu=${seconds}`,
  '--nofile=64',
  '--core=0',
]
const limits = limitsOf(usual)
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
export async function sandbox(allowed: Allowed = usual): Promise<readonly string[]> {
  const command = await (found ??= findCommand())
  return command.length === 0 ? [] : [...command.slice(0, command.length - limits.length), ...limitsOf(allowed)]
}

function findCommand(): Promise<readonly string[]> {
  return (async () => {
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
}
