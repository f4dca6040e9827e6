import type { WebContext } from '@incontro/contract'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A page that is completely rendered. */
export interface WholePage {
  readonly html: string
  /** Hash source of its `<style>`, for the Content-Security-Policy; undefined for a page with its request's nonce. */
  readonly styleHash: string | undefined
}

/** The part of the web build that renders pages (`web/src/app/server/server.ts`). */
export interface Built {
  respond(request: Request, context: WebContext): Promise<Response>
  /** The text of a response that is a whole page; undefined for redirects and data. */
  wholePageOf(response: Response): WholePage | undefined
}

/**
 * Loads a build.
 * @param folder with `client` and `server`
 * @throws Error when there is none
 */
export async function loadBuilt(folder: string): Promise<Built> {
  const entry = join(folder, 'server/index.js')
  if (!existsSync(entry)) throw new Error('the web is not built: run `npm run build -w @incontro/web`')
  return (await import(pathToFileURL(entry).href)) as Built
}
