import type { EntryContext } from 'react-router'

/** The element that holds what a waiting page's script starts with. */
export const handoverId = 'handover'

/** What React Router's own `<Scripts>` would run at once, as data: a page whose script waits runs it at the first touch. */
export interface Handover {
  /** What React Router calls its context. */
  readonly context: object
  /** The loaders' data, as React Router encodes it. */
  readonly data: string
  /** The module that holds the route table. */
  readonly manifest: string
  readonly entry: string
  /** Of the page's routes, outermost first: the id and the modules that make it up. */
  readonly routes: readonly (readonly [id: string, modules: readonly string[]])[]
  /** Everything these import, so that the browser need not find it out step by step. */
  readonly imports: readonly string[]
}

/** The text of that element: JSON in which nothing can end it. Reads the hand-over stream to its end, so React Router must not stream it too. */
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
