import type { EntryContext } from 'react-router'

/** Id of the element with the data that starts a page's deferred script. */
export const handoverId = 'handover'

/**
 * What React Router's own `<Scripts>` would run immediately, as data, so that a page can run it at the first
 * interaction.
 */
export interface Handover {
  /** React Router's own context. */
  readonly context: object
  /** The loaders' data in React Router's encoding. */
  readonly data: string
  /** URL of the module with the route table. */
  readonly manifest: string
  readonly entry: string
  /** The page's routes, outermost first: the id, and the modules that make up the route. */
  readonly routes: readonly (readonly [id: string, modules: readonly string[]])[]
  /** All modules that these import, so that the browser can load them in parallel. */
  readonly imports: readonly string[]
}

/**
 * The content of that element: JSON that cannot close the element. It reads the hand-over stream to its end, so React
 * Router must not stream it.
 */
export async function handoverOf(entry: EntryContext): Promise<string> {
  const stream = entry.serverHandoffStream
  delete entry.serverHandoffStream
  const { manifest, staticHandlerContext } = entry
  const routes = staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id] ?? [])
  const handover: Handover = {
    context: JSON.parse(entry.serverHandoffString ?? '{}') as object,
    data: stream ? await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).text() : '',
    manifest: manifest.url,
    entry: manifest.entry.module,
    routes: routes.map((route) => [
      route.id,
      [route.clientActionModule, route.clientLoaderModule, route.clientMiddlewareModule, route.module].filter(
        (module) => module !== undefined,
      ),
    ]),
    imports: [...new Set([...manifest.entry.imports, ...routes.flatMap((route) => route.imports ?? [])])],
  }
  return JSON.stringify(handover).replaceAll('<', '\\u003c')
}
