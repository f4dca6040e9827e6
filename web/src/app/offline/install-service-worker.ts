import { offlinePage, offlinePages } from './offline-page.ts'

const loadedFiles = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)

/** Caches the offline page in this member's language and theme, for this version of the app. */
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
 * Installs the service worker and tells it to cache the files that were loaded before it: texts, fonts and the style sheet.
 * @param look language and theme of the page
 * @throws where the browser refuses
 */
export const installServiceWorker = async (look: string): Promise<void> => {
  await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ keep: loadedFiles() })
  await keepOfflinePage(`${window.__reactRouterManifest?.version} ${look}`)
}
