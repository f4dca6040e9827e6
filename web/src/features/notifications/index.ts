import { useEffect } from 'react'

/** Renews this browser's subscription once a start, where notifications were turned on. */
export const LiveDevice = (): null => {
  useEffect(() => {
    if (!('Notification' in window) || Notification.permission !== 'granted') return
    void import('./this-device.ts')
      .then(({ renewDevice }) => renewDevice())
      // The next start tries again.
      .catch(() => undefined)
  }, [])
  return null
}
