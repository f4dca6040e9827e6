import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '#app/session/session.tsx'
import {
  ConfirmEmailPopup,
  DisabledPopup,
  SetRegionPopup,
  useWelcomeGift,
  WelcomePopup,
} from '#features/accounts/index.ts'

/** Milliseconds before the popup about the gift (section 9). */
const welcomeDelay = 500

/** The popups required by the member's state, one at a time, those that need an answer first (section 4). */
export const Announcements = () => {
  const { session } = useSession()
  const [welcome, setWelcome] = useState<'wait' | 'show' | 'done'>('wait')
  useEffect(() => {
    const timer = setTimeout(() => setWelcome((now) => (now === 'wait' ? 'show' : now)), welcomeDelay)
    return () => clearTimeout(timer)
  }, [])
  const asked = session.flow.optin === 'doi' && !session.emailConfirmed
  const mayWelcome = welcome === 'show' && !asked && session.region !== '' && session.accountActive
  const gift = useWelcomeGift(mayWelcome)
  const [nameMissing] = useState(session.nameMissing)
  const { pathname } = useLocation()
  const popup = () => {
    if (!session.accountActive) return <DisabledPopup />
    if (session.region === '') return <SetRegionPopup />
    if (asked) return <ConfirmEmailPopup />
    // A gift about to be credited gets its own popup in a moment, which also asks for the name.
    // Invite flows have the deck in place of the list.
    const isFirstPage = pathname === '/find' || pathname === '/match'
    const greets = gift > 0 || (nameMissing && session.giftMessages === 0 && isFirstPage)
    if (greets && welcome === 'show') return <WelcomePopup gift={gift} onDone={() => setWelcome('done')} />
    return null
  }
  return <Suspense fallback={null}>{popup()}</Suspense>
}
