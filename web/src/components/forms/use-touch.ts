import { useSyncExternalStore } from 'react'

const query = '(pointer: coarse)'
const subscribe = (changed: () => void) => {
  const list = matchMedia(query)
  list.addEventListener('change', changed)
  return () => list.removeEventListener('change', changed)
}

/** Whether the device is used with fingers, so that its keyboard is on the screen. False while the server renders. */
export const useTouch = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
