import type { Locale } from '@incontro/contract'
import type { Site } from '../brand/site.ts'
import { loadTexts } from '../i18n/i18n.client.ts'
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
 * @param theme the page's theme; null for the device's own
 * @throws where the browser refuses
 */
export const installServiceWorker = async (locale: Locale, theme: Site['theme']): Promise<void> => {
  await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
  const { active } = await navigator.serviceWorker.ready
  // Members' pages that are opened for the first time without a network have their texts, too.
  await Promise.all((['account', 'dialog', 'visitor'] as const).map((group) => loadTexts(group, locale)))
  active?.postMessage({ keep: loadedFiles() })
  await keepOfflinePage(`${window.__reactRouterManifest?.version} ${locale} ${theme}`)
}
