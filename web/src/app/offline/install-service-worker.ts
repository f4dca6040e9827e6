import { offlinePage, offlinePages } from './offline-page.ts'

const loadedFiles = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)

/** Keeps the page that stands in without network, as this member reads it: in their language and theme, of this version. */
const keepOfflinePage = async (version: string): Promise<void> => {
  const cache = await caches.open(offlinePages)
  const address = `${offlinePage}?of=${encodeURIComponent(version)}`
  if (await cache.match(address)) return
  const page = await fetch(offlinePage)
  if (!page.ok || page.redirected) return
  await cache.put(address, page)
  for (const request of await cache.keys()) if (!request.url.endsWith(address)) await cache.delete(request)
}

/**
 * Installs the service worker and gives it what came before it was there: the language's texts, the fonts, the style sheet.
 * @param look language and theme of the page
 * @throws where the browser refuses
 */
export const installServiceWorker = async (look: string): Promise<void> => {
  await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ keep: loadedFiles() })
  await keepOfflinePage(`${window.__reactRouterManifest?.version} ${look}`)
}
