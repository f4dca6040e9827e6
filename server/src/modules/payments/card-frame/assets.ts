import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'

export interface FrameAssets {
  readonly script: Buffer
  readonly font: Buffer
  /** Hash of the script, for its URL. */
  readonly hash: string
  readonly styles: string
}

/**
 * Loads the built frame once; a failed read is retried at the next request, so the build may finish after the start.
 */
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

/**
 * The frame has an opaque origin, so even our own files are cross-origin to it: these headers allow them.
 * @param isCurrent whether the URL contains the hash of this version
 */
export const forTheFrame = (reply: FastifyReply, isCurrent = false): FastifyReply =>
  reply.headers({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    'x-content-type-options': 'nosniff',
  })
