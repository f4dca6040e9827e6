import { matchRoutes, type RouteObject } from 'react-router'

/** A route's entry in the manifest that React Router writes into the page. */
interface ManifestRoute {
  readonly id: string
  readonly parentId?: string
  readonly path?: string
  readonly index?: boolean
  readonly caseSensitive?: boolean
  readonly module: string
  readonly imports?: readonly string[]
  readonly hasLoader: boolean
  readonly hasClientLoader: boolean
}

declare global {
  interface Window {
    __reactRouterManifest?: { readonly version: string; readonly routes: Readonly<Record<string, ManifestRoute>> }
    __reactRouterRouteModules?: object
  }
}

const tree = (routes: readonly ManifestRoute[], parentId?: string): RouteObject[] =>
  routes
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index, caseSensitive }): RouteObject => {
      const place = { id, path, caseSensitive: caseSensitive ?? false }
      return index === true ? { ...place, index } : { ...place, children: tree(routes, id) }
    })

const routesAt = (pathname: string): readonly ManifestRoute[] => {
  const routes = window.__reactRouterManifest?.routes ?? {}
  const found = matchRoutes(tree(Object.values(routes)), pathname) ?? []
  return found.flatMap(({ route }) => routes[route.id ?? ''] ?? [])
}

/** What navigating to another page needs from the network: files of routes not opened yet, and data of server loaders. */
export const neededFor = (from: string, to: string): { readonly files: readonly string[]; readonly data: boolean } => {
  const here = new Set(routesAt(from).map(({ id }) => id))
  const entered = routesAt(to).filter(({ id }) => !here.has(id))
  const loaded = window.__reactRouterRouteModules ?? {}
  return {
    files: entered.filter(({ id }) => !(id in loaded)).flatMap(({ module, imports = [] }) => [module, ...imports]),
    data: entered.some(({ hasLoader, hasClientLoader }) => hasLoader && !hasClientLoader),
  }
}
