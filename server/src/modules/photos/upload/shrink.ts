import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { sandbox } from '#platform/process/sandbox.ts'
import { limitInputPixels as usualPixels } from '../variants.ts'

const program = fileURLToPath(new URL('shrink-process.ts', import.meta.url))

/** The picture took too much processor time or memory. */
export class ShrinkKilled extends Error {}

const kinds = {
  /** Seconds of processor time, of which starting takes a third; megabytes besides the half that V8 reserves. */
  drawing: { seconds: 2, megabytes: 900 },
  /** 50 megapixels that have to be in memory whole: 16 bits a channel, interlaced. */
  bitmap: { seconds: 10, megabytes: 1300 },
} as const

/**
 * Converts a drawing or a large picture to a PNG of at most 1000 pixels a side, in a separate process with the limits of
 * `sandbox`.
 * @param longestMs of any kind of waiting, after which it is killed, too
 * @throws ShrinkKilled, or another error for a picture that cannot be read
 */
export async function shrink(
  bytes: Buffer,
  kind: keyof typeof kinds,
  { limitInputPixels = usualPixels, longestMs = 60_000 } = {},
): Promise<Buffer> {
  const limits = await sandbox(kinds[kind])
  const [command, ...args] = [
    ...limits,
    process.execPath,
    '--max-old-space-size=128',
    program,
    kind,
    String(limitInputPixels),
  ]
  return new Promise((resolve, reject) => {
    const child = execFile(
      command!,
      args,
      // The tools of the sandbox are looked up on the path; nothing else of the environment is passed on.
      {
        encoding: 'buffer',
        env: { PATH: process.env['PATH'] },
        timeout: longestMs,
        killSignal: 'SIGKILL',
        maxBuffer: 16 * 1024 * 1024,
      },
      (error, stdout) => {
        if (!error) return resolve(stdout)
        // Waiting on a busy machine does not count, as the processor's time is limited by itself.
        const isAtFault = error.signal && !(error.killed && limits.length > 0)
        return reject(
          isAtFault
            ? new ShrinkKilled(`the ${kind} takes too much: ${error.signal}`)
            : new Error(`the ${kind} cannot be rendered`),
        )
      },
    )
    // A process that exits before reading everything is reported above.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(bytes)
  })
}
