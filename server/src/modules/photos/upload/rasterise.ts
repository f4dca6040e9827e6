import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { sandbox } from '../../../platform/sandbox.ts'

const program = fileURLToPath(new URL('rasterise-process.ts', import.meta.url))

/**
 * Converts an SVG to a PNG of at most 1000 pixels a side, in a separate process with the limits of `sandbox`, which is
 * killed after `longestMs`.
 * @throws when that fails
 */
export async function rasterise(svg: Buffer, longestMs = 8000): Promise<Buffer> {
  const [command, ...args] = [...(await sandbox()), process.execPath, '--max-old-space-size=128', program]
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
      (error, stdout) => (error ? reject(new Error('the drawing cannot be rendered')) : resolve(stdout)),
    )
    // A process that exits before reading everything is reported above.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(svg)
  })
}
