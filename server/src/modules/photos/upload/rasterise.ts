import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('rasterise-process.ts', import.meta.url))
const longestMs = 8000

/**
 * Converts an SVG to a PNG of at most 1000 pixels a side, in a separate process that is killed after 8 s. @throws when
 * that fails
 */
export const rasterise = (svg: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      ['--max-old-space-size=128', program],
      { encoding: 'buffer', env: {}, timeout: longestMs, killSignal: 'SIGKILL', maxBuffer: 16 * 1024 * 1024 },
      (error, stdout) => (error ? reject(new Error('the drawing cannot be rendered')) : resolve(stdout)),
    )
    // A process that exits before reading everything is reported above.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(svg)
  })
