import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../../../app/session/session.tsx'

const PhotoPopup = lazy(() => import('./photo-popup.tsx'))

/** After how long the other popups of a start stand, if there are any (spec section 9). */
const startDelay = 500

/**
 * Proposes a first photo where the server says so, on the search only. Decided once for a page load, so that it comes at the
 * start; a popup that asks something else, or a dialog that is open by then, has this start to itself.
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
    setShown(session.asksForPhoto && pathname === '/find' && !asksElse && !hasDialog)
  })
  useEffect(() => {
    const timer = setTimeout(propose, startDelay)
    return () => clearTimeout(timer)
  }, [])
  return <Suspense fallback={null}>{shown && <PhotoPopup onDone={() => setShown(false)} />}</Suspense>
}
