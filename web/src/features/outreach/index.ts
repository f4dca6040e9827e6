import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useCounts } from '#app/session/session.tsx'

export type { DeviceState } from './this-device.ts'

/** Turns notifications on and off in this browser; loaded where it is offered. */
export const thisDevice = () => import('./this-device.ts')

const isNotified = (): boolean => 'Notification' in window && Notification.permission === 'granted'

/**
 * Where notifications were turned on: renews this browser's subscription once a start, and takes from its screen what has
 * been read.
 */
export const LiveDevice = (): null => {
  const unread = useCounts()?.unreadMessages
  const { pathname } = useLocation()
  useEffect(() => {
    if (unread === undefined || !isNotified()) return
    void thisDevice()
      .then(({ closeRead }) => closeRead(pathname, unread))
      // It stays until it is pressed or the next one comes.
      .catch(() => undefined)
  }, [pathname, unread])
  useEffect(() => {
    if (!isNotified()) return
    void thisDevice()
      .then(({ renewDevice }) => renewDevice())
      // The next start tries again.
      .catch(() => undefined)
  }, [])
  return null
}
