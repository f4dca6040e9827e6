import type { WebContext } from '@incontro/contract'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { lean, type LeanDeps, type LeanPage, type WholePage } from './lean.ts'
import { createUsedStyles } from './used-styles.ts'

interface Build {
  respond(request: Request, context: WebContext): Promise<Response>
  wholePageOf(response: Response): WholePage | undefined
}

/** What of a built web renders pages. */
export interface Built {
  /** The browser's files. */
  readonly assets: string
  /** Renders one request: status and headers, and the page where it was rendered whole; else the body is the response's own. */
  render(
    request: Request,
    context: WebContext,
  ): Promise<{ readonly response: Response; readonly page: LeanPage | undefined }>
}

/** The style sheets of the brands, by the version that ends their address. */
export type BrandStyles = readonly { readonly version: string; readonly rules: string }[]

/**
 * Loads a build.
 * @param folder with `client` and `server`
 * @throws Error when there is none
 */
export async function loadBuilt(folder: string, brandStyles: BrandStyles): Promise<Built> {
  const entry = join(folder, 'server/index.js')
  if (!existsSync(entry)) throw new Error('the web is not built: run `npm run build -w @incontro/web`')
  const build = (await import(pathToFileURL(entry).href)) as Build
  const assets = join(folder, 'client/assets')
  const dressing: LeanDeps = {
    styles: createUsedStyles(assets),
    brandStyles: (href) => brandStyles.find(({ version }) => href.endsWith(version))?.rules,
  }
  return {
    assets,
    async render(request, context) {
      const response = await build.respond(request, context)
      const whole = build.wholePageOf(response)
      if (!whole) return { response, page: undefined }
      // The answer to a form starts its script at once: it moves the focus to what went wrong.
      const page =
        request.method === 'GET' || whole.script === 'none'
          ? await lean(whole, dressing)
          : { html: whole.html, styleHash: undefined }
      return { response, page }
    },
  }
}

/** The headers of a response, each cookie by itself. */
export const headersOf = ({ headers }: Response): [string, string][] => [
  ...[...headers].filter(([name]) => name !== 'set-cookie'),
  ...headers.getSetCookie().map((cookie): [string, string] => ['set-cookie', cookie]),
]
