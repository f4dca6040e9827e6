import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'

export interface FrameAssets {
  readonly script: Buffer
  readonly font: Buffer
  /** Of the script, for its address. */
  readonly hash: string
  readonly styles: string
}

/** Reads the built frame once; a read that failed is tried again at the next request, so the build may come after the start. */
export function createAssets(
  folder: string,
  files: { readonly script: string; readonly styles: URL },
): () => Promise<FrameAssets> {
  let known: Promise<FrameAssets> | null = null
  const read = async (): Promise<FrameAssets> => {
    const [script, font, styles] = await Promise.all([
      readFile(join(folder, files.script)),
      readFile(join(folder, 'ui-font.woff2')),
      readFile(files.styles, 'utf8'),
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

/** The frame's origin is opaque, so even the own site's files count as another's: these say that it may have them. */
export const forTheFrame = (reply: FastifyReply): FastifyReply =>
  reply.headers({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=3600',
    'x-content-type-options': 'nosniff',
  })
