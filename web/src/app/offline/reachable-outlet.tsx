import { Trans, useLingui } from '@lingui/react/macro'
import { WifiOff } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type BlockerFunction, Outlet, useBlocker } from 'react-router'
import { Button } from '#components/buttons/button.tsx'
import { EmptyState } from '#components/feedback/empty-state.tsx'
import layout from '#styles/layout.module.css'
import { usePending } from '../api/use-pending.ts'
import { Title } from '../seo/title.tsx'
import type { neededFor as NeededFor } from './route-files.ts'

const fetched = async (file: string): Promise<boolean> =>
  fetch(file).then(
    ({ ok }) => ok,
    // A file that cannot be fetched is what the caller wants to know.
    () => false,
  )

/**
 * Shows the open page. If the next page cannot be loaded without a network, it shows a notice with a button to try again, and
 * continues by itself when the network is back. React Router would reload the document and end at the browser's error page.
 */
export const ReachableOutlet = () => {
  const { t } = useLingui()
  const [busy, run] = usePending()
  const [failed, setFailed] = useState(false)
  // Loaded in advance, while there is a network.
  const neededFor = useRef<typeof NeededFor>(undefined)
  useEffect(() => {
    import('./route-files.ts').then(
      (module) => {
        neededFor.current = module.neededFor
      },
      // Without the list every route opens as usual, and React Router shows what fails.
      () => undefined,
    )
  }, [])
  const blocker = useBlocker(
    useCallback<BlockerFunction>(({ currentLocation, nextLocation }) => {
      if (navigator.onLine || !neededFor.current) return false
      const { files, data } = neededFor.current(currentLocation.pathname, nextLocation.pathname)
      return data || files.length > 0
    }, []),
  )
  const { state, proceed, location } = blocker
  const wanted = location?.pathname
  const attempt = useCallback(async () => {
    if (wanted === undefined || !proceed || !neededFor.current) return
    const { files, data } = neededFor.current(window.location.pathname, wanted)
    // Files that the service worker has cached load without a network, too.
    const reached = (!data || navigator.onLine) && (await run(() => Promise.all(files.map(fetched)))).every(Boolean)
    setFailed(!reached)
    if (reached) proceed()
  }, [proceed, wanted, run])
  useEffect(() => {
    if (state !== 'blocked') {
      setFailed(false)
      return
    }
    void attempt()
    const again = () => void attempt()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [state, attempt])
  if (state !== 'blocked' || !failed) return <Outlet />
  return (
    <main id="main" className={layout.page}>
      <Title>{t`You’re offline`}</Title>
      <EmptyState
        level={1}
        role="alert"
        icon={WifiOff}
        title={<Trans>You’re offline</Trans>}
        text={<Trans>This page will open by itself as soon as you’re back online.</Trans>}
        action={
          <Button variant="sec" busy={busy && <Trans>Trying again…</Trans>} onClick={() => void attempt()}>
            <Trans>Try again</Trans>
          </Button>
        }
      />
    </main>
  )
}
