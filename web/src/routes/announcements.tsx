import { lazy, Suspense, useEffect, useState } from 'react'
import { useSession } from '../app/session/session.tsx'

const ConfirmEmail = lazy(() => import('../features/identity/announcements/confirm-email-popup.tsx'))
const SetRegion = lazy(() => import('../features/identity/announcements/set-region-popup.tsx'))
const Welcome = lazy(() => import('../features/identity/announcements/welcome-popup.tsx'))
const Disabled = lazy(() => import('../features/identity/announcements/disabled-popup.tsx'))

/** After how long a gift is mentioned (spec section 9). */
const welcomeDelay = 500

/** The popups that a member's state calls for, one at a time, the ones that need an answer first (spec section 4). */
export const Announcements = () => {
  const { session } = useSession()
  const [welcome, setWelcome] = useState<'wait' | 'show' | 'done'>('wait')
  useEffect(() => {
    const timer = setTimeout(() => setWelcome((now) => (now === 'wait' ? 'show' : now)), welcomeDelay)
    return () => clearTimeout(timer)
  }, [])
  const popup = () => {
    if (!session.account_active) return <Disabled />
    if (session.region === '') return <SetRegion />
    if (session.flusso.optin === 'doi' && !session.confirmed_email) return <ConfirmEmail />
    if (session.regalo_messaggi > 0 && welcome === 'show')
      return <Welcome gift={session.regalo_messaggi} onDone={() => setWelcome('done')} />
    return null
  }
  return <Suspense fallback={null}>{popup()}</Suspense>
}
