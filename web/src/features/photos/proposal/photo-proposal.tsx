import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '#app/session/session.tsx'

const PhotoPopup = lazy(() => import('./photo-popup.tsx'))

/** Milliseconds after which the other popups of a page load are open, if there are any (section 9). */
const startDelay = 500

/** Where members arrive: the link that confirms their address leads to the match, and some flows have no search. */
const firstPages = new Set(['/find', '/match'])

/**
 * Proposes a first photo if the server says so, on the pages where people are found. Decided once per page load. If another popup
 * or a dialog is open by then, the proposal waits for the next load.
 */
export const PhotoProposal = () => {
  const { session } = useSession()
  const { pathname } = useLocation()
  const [shown, setShown] = useState(false)
  const asksElse =
    !session.accountActive ||
    session.region === '' ||
    (session.flow.optin === 'doi' && !session.emailConfirmed) ||
    session.giftMessages > 0 ||
    session.nameMissing
  const propose = useEffectEvent(() => {
    const hasDialog = document.querySelector('[role=dialog], [role=alertdialog]') !== null
    setShown(session.asksForPhoto && firstPages.has(pathname) && !asksElse && !hasDialog)
  })
  useEffect(() => {
    const timer = setTimeout(propose, startDelay)
    return () => clearTimeout(timer)
  }, [])
  return <Suspense fallback={null}>{shown && <PhotoPopup onDone={() => setShown(false)} />}</Suspense>
}
