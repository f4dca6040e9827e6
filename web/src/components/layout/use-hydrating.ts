import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** True on the server and while its page is hydrated: what depends on the browser's clock is not rendered yet. */
export const useHydrating = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
