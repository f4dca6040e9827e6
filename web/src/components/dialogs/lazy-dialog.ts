import { type ComponentType, lazy, useEffect } from 'react'

/** A dialog in a file of its own, which can be fetched before it is wanted. */
export function lazyDialog<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return Object.assign(lazy(load as () => Promise<{ default: ComponentType<unknown> }>) as ComponentType<Props>, {
    preload: load as () => Promise<unknown>,
  })
}

/** Safari has no idle callback; by then a page has long become interactive. */
const withoutIdleCallbackMs = 2000

/**
 * Fetches dialogs and their frame as soon as the page has nothing else to do, so that the first one opens with the press and
 * not half a second later. What cannot be fetched is tried again when the dialog is wanted.
 */
export function useIdlePreload(...dialogs: readonly { preload(): Promise<unknown> }[]): void {
  useEffect(() => {
    const fetchAll = () => {
      for (const one of [() => import('./dialog-frame.tsx'), ...dialogs.map(({ preload }) => preload)]) {
        // Only a preload: the dialog fetches the file again when it opens, and shows a failure then.
        one().catch(() => undefined)
      }
    }
    if ('requestIdleCallback' in window) {
      const id = requestIdleCallback(fetchAll)
      return () => cancelIdleCallback(id)
    }
    const timer = setTimeout(fetchAll, withoutIdleCallbackMs)
    return () => clearTimeout(timer)
    // The dialogs of a component are the same in every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
}
