import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface FrameAssets {
  readonly script: Buffer
  readonly font: Buffer
  /** Of the script, for its address. */
  readonly hash: string
  readonly styles: string
}

/** Reads the built frame once; a read that failed is tried again at the next request, so the build may come after the start. */
export function createAssets(folder: string): () => Promise<FrameAssets> {
  let known: Promise<FrameAssets> | null = null
  const read = async (): Promise<FrameAssets> => {
    const [script, font, styles] = await Promise.all([
      readFile(join(folder, 'card-frame.js')),
      readFile(join(folder, 'ui-font.woff2')),
      readFile(new URL('./card-frame.css', import.meta.url), 'utf8'),
    ])
    return { script, font, styles, hash: createHash('sha256').update(script).digest('base64url').slice(0, 16) }
  }
  return () => {
    known ??= read().catch((error: unknown) => {
      known = null
      throw error
    })
    return known
  }
}
