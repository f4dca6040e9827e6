import { useEffect } from 'react'
import { whenIdle } from '#components/layout/when-idle.ts'
import { useSite } from '../brand/site.ts'

/** Installs the service worker when the page is idle; a browser without service workers works without it. */
export const useServiceWorker = (): void => {
  const { locale, theme } = useSite()
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const start = () =>
      void import('./install-service-worker.ts')
        .then(({ installServiceWorker }) => installServiceWorker(locale, theme))
        // The page works without the service worker; the next page load installs it.
        .catch(() => undefined)
    return whenIdle(start)
  }, [locale, theme])
}
